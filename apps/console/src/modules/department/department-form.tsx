import {
  departmentCalls,
  departmentTypes,
  limits,
  type DepartmentRecord,
  type DepartmentType,
} from '@eyrie/domain';
import { Form, Input, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useFormDraft } from '../../platform/form-draft.ts';
import type { FieldLabels } from '../../platform/changes-since.ts';
import { RecordHistory } from '../../platform/list/index.ts';
import { useReadVersion } from '../../platform/read-version.ts';
import { useRefusal } from '../../platform/refusal.ts';
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

interface DepartmentFields {
  name: string;
  type: DepartmentType;
}

const labels: FieldLabels = {
  name: 'department.name',
  type: 'department.type',
  parentOID: 'member.department',
};

const useDepartmentDraft = ({ task, onDone }: DepartmentFormProps) => {
  const text = useText();
  const save = useDepartmentSave();
  const { fields, change, unsaved } = useFormDraft<DepartmentFields>(() =>
    task.kind === 'add'
      ? { name: '', type: 'department' }
      : { name: task.department.name, type: task.department.type },
  );
  const { refusal, report, forget } = useRefusal('nameTaken');
  const { read, stopped } = useReadVersion(
    task.kind === 'edit' ? task.department.version : undefined,
    labels,
  );
  const name = fields.name.trim();
  const submit = (): void => {
    forget();
    const where = task.kind === 'add' ? { parentOID: task.parent.oid } : { oid: task.department.oid };
    const callbacks = {
      onSuccess: (department: DepartmentRecord) => {
        showToast('success', text('department.saved', { name: department.name }));
        onDone(department);
      },
      onError: (error: unknown) => void (stopped(error) || report(error)),
    };
    save.mutate({ ...where, ...read, name, type: fields.type }, callbacks);
  };
  const form = { unsaved, ready: name !== '', busy: save.isPending, onSubmit: submit };
  return { fields, change, refusal, form };
};

/** Makes a department below another one, or changes name and type of one. */
export function DepartmentForm(props: DepartmentFormProps): ReactNode {
  const { task, onClose } = props;
  const text = useText();
  const id = useId();
  const { fields, change, refusal, form } = useDepartmentDraft(props);
  const title =
    task.kind === 'add'
      ? text('department.addTitle', { name: task.parent.name })
      : text('department.renameTitle', { name: task.department.name });
  return (
    <FormDialog title={title} onClose={onClose} {...form}>
      <Form.Item
        label={text('department.name')}
        htmlFor={`${id}name`}
        required
        {...(refusal ? { validateStatus: 'error', help: refusal } : {})}
      >
        <Input
          id={`${id}name`}
          data-autofocus
          value={fields.name}
          maxLength={limits.department.nameMax}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Form.Item>
      <Form.Item label={text('department.type')} htmlFor={`${id}type`}>
        <Select<DepartmentType>
          id={`${id}type`}
          value={fields.type}
          options={departmentTypes.map((value) => ({ value, label: text(`department.type.${value}`) }))}
          onChange={(type) => change({ type })}
        />
      </Form.Item>
      {task.kind === 'edit' ? (
        <RecordHistory
          word="department"
          history={departmentCalls.history}
          labels={labels}
          oid={task.department.oid}
        />
      ) : null}
    </FormDialog>
  );
}
