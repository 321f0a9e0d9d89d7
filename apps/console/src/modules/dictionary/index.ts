export { codeList } from './code-list.tsx';
export { DictionaryForm } from './dictionary-form.tsx';
export { useCodeEdit, useGroups } from './dictionary.queries.ts';
export { GroupList } from './group-list.tsx';
export { useNameLanguages } from './own-languages.ts';
