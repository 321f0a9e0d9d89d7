import { CallRefused } from '@eyrie/client';
import { codeText, hasName, limits, type DictionaryGroup, type Names } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useCodeAdd, useGroupAdd, useGroupEdit } from './dictionary.queries.ts';
import { NamesFields } from './names-fields.tsx';

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

export interface DictionaryFormProps {
  task: DictionaryFormTask;
  onClose: () => void;
  /** Told the group that was made or changed. */
  onDone: (group: string) => void;
}

/** Adds a code or a group, or renames a group. What the server refuses stands beside the code. */
export function DictionaryForm({ task, onClose, onDone }: DictionaryFormProps): ReactNode {
  const text = useText();
  const id = useId();
  const [start] = useState<Fields>(() =>
    task.kind === 'groupEdit'
      ? { code: task.group.group, names: task.group.names, remark: task.group.remark }
      : empty,
  );
  const [fields, setFields] = useState(start);
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, save } = useSave(task);
  const change = (part: Partial<Fields>): void => setFields((before) => ({ ...before, ...part }));
  const label = text(task.kind === 'code' ? 'dictionary.code' : 'dictionary.groupKey');
  const misshapen = fields.code !== '' && !codeText.safeParse(fields.code).success;
  const fault = misshapen ? text('issue.dictionaryCode', { field: label }) : refused;
  const ready = fields.code !== '' && !misshapen && hasName(fields.names);
  const submit = async (): Promise<void> => {
    if (!ready || busy) return;
    setRefused(null);
    try {
      const group = await save(fields);
      showToast('success', text('dictionary.saved'));
      onDone(group);
    } catch (error) {
      if (error instanceof CallRefused && error.reason === 'invalid') setRefused(error.message);
      else showFailure(error);
    }
  };
  const titles = {
    code: 'dictionary.add',
    group: 'dictionary.groupAdd',
    groupEdit: 'dictionary.groupEdit',
  } as const;
  return (
    <Dialog
      open
      title={text(titles[task.kind])}
      onClose={onClose}
      unsaved={JSON.stringify(fields) !== JSON.stringify(start)}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={!ready}
            title={ready ? undefined : text('app.fillIn')}
            loading={busy}
            onClick={() => void submit()}
          >
            {text('app.save')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={() => void submit()}>
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
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Dialog>
  );
}
