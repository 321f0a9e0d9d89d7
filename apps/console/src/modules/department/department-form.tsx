import { departmentCalls, type DepartmentRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { RecordForm, type RecordFormRoom } from '../../platform/list/index.ts';

export type DepartmentTask =
  | { kind: 'add'; parent: DepartmentRecord }
  | { kind: 'edit'; department: DepartmentRecord };

export interface DepartmentFormProps {
  task: DepartmentTask;
  onClose: () => void;
  onDone: (department: DepartmentRecord) => void;
}

const form: RecordFormRoom = {
  word: 'department',
  also: ['member'],
  fields: {
    name: { label: 'department.name', required: true },
    type: { label: 'department.type' },
  },
  saved: 'department.saved',
  refusals: { nameTaken: 'name' },
  history: departmentCalls.history,
  labels: { parentOID: 'field.department' },
};

/** Makes a department below another one, or changes name and type of one. */
export function DepartmentForm({ task, onClose, onDone }: DepartmentFormProps): ReactNode {
  const shared = { form, call: departmentCalls.save, onClose, onSaved: onDone };
  return task.kind === 'add' ? (
    <RecordForm
      {...shared}
      title={['department.addTitle', { name: task.parent.name }]}
      begun={{ type: 'department' }}
      fixed={{ parentOID: task.parent.oid }}
    />
  ) : (
    <RecordForm
      {...shared}
      title={['department.renameTitle', { name: task.department.name }]}
      record={task.department}
    />
  );
}
