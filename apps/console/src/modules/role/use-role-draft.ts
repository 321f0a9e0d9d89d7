import { limits, type RoleRecord, type RoleType } from '@eyrie/domain';
import { useFormDraft } from '../../platform/form-draft.ts';
import type { FieldLabels } from '../../platform/changes-since.ts';
import { useReadVersion } from '../../platform/read-version.ts';
import { useRefusal } from '../../platform/refusal.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useRoleCopy, useRoleSave } from './role.queries.ts';

/** What a dialog about one role is for. */
export type RoleTask =
  | { kind: 'add'; type: RoleType; parentOID: string | null }
  | { kind: 'edit'; role: RoleRecord }
  | { kind: 'copy'; role: RoleRecord };

export interface RoleFields {
  name: string;
  type: RoleType;
  parentOID: string | null;
  /** Department of a new role; null: the member's own. */
  groupOID: string | null;
  remark: string;
}

export const labels: FieldLabels = { name: 'role.name', parentOID: 'role.group', remark: 'role.remark' };

const startOf = (task: RoleTask, copyName: (name: string) => string): RoleFields => {
  if (task.kind === 'add')
    return { name: '', type: task.type, parentOID: task.parentOID, groupOID: null, remark: '' };
  const { name, type, parentOID, remark } = task.role;
  const shown = task.kind === 'copy' ? copyName(name).slice(0, limits.role.nameMax) : name;
  return { name: shown, type, parentOID, groupOID: null, remark };
};

/** What is typed about a role, and how it is saved: as a new one, as the same, or as a copy. */
export const useRoleDraft = (task: RoleTask, onDone: (role: RoleRecord) => void) => {
  const text = useText();
  const save = useRoleSave();
  const copy = useRoleCopy();
  const { fields, change, unsaved } = useFormDraft(() =>
    startOf(task, (name) => text('role.copyName', { name })),
  );
  const { refusal, report, forget } = useRefusal('nameTaken');
  const { read, stopped } = useReadVersion(task.kind === 'edit' ? task.role.version : undefined, labels);
  const name = fields.name.trim();
  const callbacks = {
    onSuccess: (role: RoleRecord) => {
      showToast('success', text('role.saved', { name: role.name }));
      onDone(role);
    },
    onError: (error: unknown) => void (stopped(error) || report(error)),
  };
  const submit = (): void => {
    forget();
    const { type, parentOID, groupOID, remark } = fields;
    if (task.kind === 'copy') copy.mutate({ oid: task.role.oid, name }, callbacks);
    else if (task.kind === 'edit')
      save.mutate({ oid: task.role.oid, ...read, name, parentOID, remark }, callbacks);
    else save.mutate({ name, type, parentOID, remark, ...(groupOID ? { groupOID } : {}) }, callbacks);
  };
  return {
    fields,
    change,
    /** Why the name was refused. */
    refusal,
    form: { unsaved, ready: name !== '', busy: save.isPending || copy.isPending, onSubmit: submit },
  };
};
