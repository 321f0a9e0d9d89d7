export { codeList } from './code-list.tsx';
export { beginGroup } from './dictionary-forms.ts';
export { useCodeEdit, useGroups } from './dictionary.queries.ts';
export { GroupList } from './group-list.tsx';
export { useNameLanguages } from './own-languages.ts';
