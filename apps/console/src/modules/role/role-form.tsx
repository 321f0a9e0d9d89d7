import { roleCalls, type RoleRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { RecordHistory } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import {
  DepartmentField,
  GroupField,
  NameField,
  RemarkField,
  TypeField,
  type DepartmentChoice,
} from './role-fields.tsx';
import { labels, useRoleDraft, type RoleTask } from './use-role-draft.ts';

export interface RoleFormProps {
  task: RoleTask;
  /** Groups into which a role can be put. */
  groups: readonly RoleRecord[];
  Departments: DepartmentChoice;
  onClose: () => void;
  onDone: (role: RoleRecord) => void;
}

const useTitle = (task: RoleTask): string => {
  const text = useText();
  if (task.kind === 'add') return text(task.type === 'group' ? 'role.newGroup' : 'role.new');
  return text(task.kind === 'copy' ? 'role.copyTitle' : 'role.editTitle', { name: task.role.name });
};

/** Makes a role or a group, edits one, or copies a role. */
export function RoleForm({ task, groups, Departments, onClose, onDone }: RoleFormProps): ReactNode {
  const text = useText();
  const title = useTitle(task);
  const { fields, change, refusal, form } = useRoleDraft(task, onDone);
  const isGroup = fields.type === 'group';
  const isCopy = task.kind === 'copy';
  return (
    <FormDialog title={title} onClose={onClose} {...form}>
      <NameField fields={fields} change={change} refusal={refusal} />
      {task.kind === 'add' && !isGroup ? <TypeField fields={fields} change={change} /> : null}
      {task.kind === 'add' ? (
        <DepartmentField fields={fields} change={change} Departments={Departments} />
      ) : null}
      {isGroup || isCopy ? null : <GroupField fields={fields} change={change} groups={groups} />}
      {isCopy ? (
        <p className="role-hint">{text('role.copyHint')}</p>
      ) : (
        <RemarkField fields={fields} change={change} />
      )}
      {task.kind === 'edit' ? (
        <RecordHistory word="role" history={roleCalls.history} labels={labels} oid={task.role.oid} />
      ) : null}
    </FormDialog>
  );
}
