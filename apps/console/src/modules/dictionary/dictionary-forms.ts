import { codeText, dictionaryCalls, hasName, limits, type DictionaryGroup, type Names } from '@eyrie/domain';
import {
  addBy,
  editBy,
  type BeginAction,
  type FieldValue,
  type RecordFormRoom,
  type Said,
} from '../../platform/list/index.ts';
import { drawNames } from './names-fields.tsx';

const word = 'dictionary';
const saved = 'dictionary.saved';

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const codeOf = (label: 'dictionary.code' | 'dictionary.groupKey') => ({
  label,
  dir: 'ltr' as const,
  sends: trimmed,
  check: (value: unknown) =>
    trimmed(value) === '' || codeText.safeParse(trimmed(value)).success
      ? null
      : ('issue.dictionaryCode' as const),
});
const nameMax = limits.dictionary.nameMax;
const namesFault = (value: FieldValue): Said | null => {
  const names = value as Partial<Names> | null;
  if (names === null || !hasName({ zh: '', en: '', ar: '', ...names })) return 'issue.required';
  return Object.values(names).some((name) => name.trim().length > nameMax)
    ? ['issue.tooLong', { max: nameMax }]
    : null;
};
/** What is called by names of its own: one language is enough. */
const named = {
  names: {
    label: 'dictionary.names',
    required: true,
    field: drawNames,
    check: namesFault,
  },
  remark: { label: 'field.remark' },
} satisfies RecordFormRoom['fields'];

const codeForm: RecordFormRoom = { word, saved, fields: { code: codeOf('dictionary.code'), ...named } };
const groupForm: RecordFormRoom = { word, saved, fields: { group: codeOf('dictionary.groupKey'), ...named } };

/** The first step of a group: a code of it. */
export const beginCode = (group: DictionaryGroup): BeginAction => ({
  ...addBy(codeForm, dictionaryCalls.add, 'dictionary.add', { fixed: { group: group.group } }),
  record: group,
});

/** @param onMade called with the code of the new group */
export const beginGroup = (onMade: (group: string) => void): BeginAction =>
  addBy(groupForm, dictionaryCalls.groupAdd, 'dictionary.groupAdd', {
    onSaved: (made) => onMade((made as DictionaryGroup).group),
  });

const edit = editBy({ word, saved, fields: named }, dictionaryCalls.groupEdit, 'dictionary.groupEdit');
/** Names and remark of a group; its code stays. */
export const beginGroupEdit = (group: DictionaryGroup): BeginAction => ({
  ...edit,
  record: group,
  run: (tools) => edit.run(group, tools),
});
