import { CallRefused } from '@eyrie/client';
import { departmentTypes, limits, type DepartmentRecord, type DepartmentType } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, Form, Input, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useDepartmentSave } from './department.queries.ts';

export type DepartmentTask =
  | { kind: 'add'; parent: DepartmentRecord }
  | { kind: 'edit'; department: DepartmentRecord };

export interface DepartmentFormProps {
  task: DepartmentTask;
  onClose: () => void;
  onDone: (department: DepartmentRecord) => void;
}

/** Makes a department below another one, or changes name and type of one. */
export function DepartmentForm({ task, onClose, onDone }: DepartmentFormProps): ReactNode {
  const text = useText();
  const id = useId();
  const save = useDepartmentSave();
  const [start] = useState<{ name: string; type: DepartmentType }>(() =>
    task.kind === 'add'
      ? { name: '', type: 'department' }
      : { name: task.department.name, type: task.department.type },
  );
  const [fields, setFields] = useState(start);
  const [failure, setFailure] = useState<string | null>(null);
  const name = fields.name.trim();
  const submit = (): void => {
    if (name === '' || save.isPending) return;
    setFailure(null);
    const where = task.kind === 'add' ? { parentOID: task.parent.oid } : { oid: task.department.oid };
    save.mutate(
      { ...where, name, type: fields.type },
      {
        onSuccess: (department) => {
          showToast('success', text('department.saved', { name: department.name }));
          onDone(department);
        },
        onError: (error) => {
          if (error instanceof CallRefused && error.reason === 'nameTaken') setFailure(error.message);
          else showFailure(error);
        },
      },
    );
  };
  return (
    <Dialog
      open
      title={
        task.kind === 'add'
          ? text('department.addTitle', { name: task.parent.name })
          : text('department.renameTitle', { name: task.department.name })
      }
      onClose={onClose}
      unsaved={JSON.stringify(fields) !== JSON.stringify(start)}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={name === ''}
            title={name ? undefined : text('app.fillIn')}
            loading={save.isPending}
            onClick={submit}
          >
            {text('app.save')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={submit}>
        <Form.Item
          label={text('department.name')}
          htmlFor={`${id}name`}
          required
          {...(failure ? { validateStatus: 'error', help: failure } : {})}
        >
          <Input
            id={`${id}name`}
            data-autofocus
            value={fields.name}
            maxLength={limits.department.nameMax}
            onChange={({ target }) => setFields((before) => ({ ...before, name: target.value }))}
          />
        </Form.Item>
        <Form.Item label={text('department.type')} htmlFor={`${id}type`}>
          <Select<DepartmentType>
            id={`${id}type`}
            value={fields.type}
            options={departmentTypes.map((value) => ({ value, label: text(`department.type.${value}`) }))}
            onChange={(type) => setFields((before) => ({ ...before, type }))}
          />
        </Form.Item>
        <button type="submit" hidden aria-label={text('app.save')} />
      </Form>
    </Dialog>
  );
}
