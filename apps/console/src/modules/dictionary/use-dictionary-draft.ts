import { codeText, hasName, type DictionaryGroup, type Names } from '@eyrie/domain';
import { useFormDraft } from '../../platform/form-draft.ts';
import { useRefusal } from '../../platform/refusal.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useCodeAdd, useGroupAdd, useGroupEdit } from './dictionary.queries.ts';

/** What a dialog is for: a code of a group, a new group, or the names of one. */
export type DictionaryFormTask =
  | { kind: 'code'; group: string }
  | { kind: 'group' }
  | { kind: 'groupEdit'; group: DictionaryGroup };

interface Fields {
  code: string;
  names: Names;
  remark: string;
}
const empty: Fields = { code: '', names: { zh: '', en: '', ar: '' }, remark: '' };

const useSave = (task: DictionaryFormTask) => {
  const addCode = useCodeAdd();
  const addGroup = useGroupAdd();
  const editGroup = useGroupEdit();
  return {
    busy: addCode.isPending || addGroup.isPending || editGroup.isPending,
    save: async ({ code, names, remark }: Fields): Promise<string> => {
      if (task.kind === 'code')
        return (await addCode.mutateAsync({ group: task.group, code, names, remark })).group;
      if (task.kind === 'group') return (await addGroup.mutateAsync({ group: code, names, remark })).group;
      return (await editGroup.mutateAsync({ oid: task.group.oid, names, remark })).group;
    },
  };
};

/** What is typed about a code or a group, and saving it; `onDone` is told the group. */
export const useDictionaryDraft = (task: DictionaryFormTask, onDone: (group: string) => void) => {
  const text = useText();
  const { fields, change, unsaved } = useFormDraft<Fields>(() => {
    if (task.kind !== 'groupEdit') return empty;
    const { group, names, remark } = task.group;
    return { code: group, names, remark };
  });
  const { refusal, report, forget } = useRefusal('invalid');
  const { busy, save } = useSave(task);
  const misshapen = fields.code !== '' && !codeText.safeParse(fields.code).success;
  const submit = async (): Promise<void> => {
    forget();
    try {
      const group = await save(fields);
      showToast('success', text('dictionary.saved'));
      onDone(group);
    } catch (error) {
      report(error);
    }
  };
  const ready = fields.code !== '' && !misshapen && hasName(fields.names);
  const form = { unsaved, ready, busy, onSubmit: () => void submit() };
  return { fields, change, misshapen, refusal, form };
};
