import { limits } from '@eyrie/domain';
import { Form, Input } from 'antd';
import { useId, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useText } from '../../platform/text.tsx';
import { NamesFields } from './names-fields.tsx';
import { useDictionaryDraft, type DictionaryFormTask } from './use-dictionary-draft.ts';

export interface DictionaryFormProps {
  task: DictionaryFormTask;
  onClose: () => void;
  /** Called with the group that was made or changed. */
  onDone: (group: string) => void;
}

const titles = {
  code: 'dictionary.add',
  group: 'dictionary.groupAdd',
  groupEdit: 'dictionary.groupEdit',
} as const;

/** Adds a code or a group, or renames a group. What the server refuses stands beside the code. */
export function DictionaryForm({ task, onClose, onDone }: DictionaryFormProps): ReactNode {
  const text = useText();
  const id = useId();
  const { fields, change, misshapen, refusal, form } = useDictionaryDraft(task, onDone);
  const label = text(task.kind === 'code' ? 'dictionary.code' : 'dictionary.groupKey');
  const fault = misshapen ? text('issue.dictionaryCode', { field: label }) : refusal;
  return (
    <FormDialog title={text(titles[task.kind])} onClose={onClose} {...form}>
      <Form.Item
        label={label}
        htmlFor={`${id}code`}
        required
        {...(fault ? { validateStatus: 'error', help: <span role="alert">{fault}</span> } : {})}
      >
        <Input
          id={`${id}code`}
          data-autofocus
          dir="ltr"
          value={fields.code}
          disabled={task.kind === 'groupEdit'}
          maxLength={limits.dictionary.codeMax}
          onChange={({ target }) => change({ code: target.value.trim() })}
        />
      </Form.Item>
      <NamesFields id={id} names={fields.names} onChange={(names) => change({ names })} />
      <Form.Item label={text('dictionary.remark')} htmlFor={`${id}remark`}>
        <Input
          id={`${id}remark`}
          value={fields.remark}
          maxLength={300}
          onChange={({ target }) => change({ remark: target.value })}
        />
      </Form.Item>
    </FormDialog>
  );
}
