export { CodeTable, codeSorts, type CodeSort } from './code-table.tsx';
export { DictionaryForm } from './dictionary-form.tsx';
export { DictionaryImport } from './dictionary-import.tsx';
export {
  saveGroup,
  useCodeEdit,
  useCodeRemove,
  useCodes,
  useGroupRemove,
  useGroups,
  type CodeChange,
  type TableFormat,
} from './dictionary.queries.ts';
export { GroupList } from './group-list.tsx';
export type { DictionaryFormTask } from './use-dictionary-draft.ts';
