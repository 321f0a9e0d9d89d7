import { CallRefused } from '@eyrie/client';
import { roleTypes, limits, type RoleRecord, type RoleType } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button, Form, Input, Radio, Select } from 'antd';
import { useId, useState, type ComponentType, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useRoleCopy, useRoleSave } from './role.queries.ts';

/** What a dialog about one role is for. */
export type RoleTask =
  | { kind: 'add'; type: RoleType; parentOID: string | null }
  | { kind: 'edit'; role: RoleRecord }
  | { kind: 'copy'; role: RoleRecord };

interface Fields {
  name: string;
  type: RoleType;
  parentOID: string | null;
  /** Department of a new role; null: the member's own. */
  groupOID: string | null;
  remark: string;
}

const startOf = (task: RoleTask, copyName: (name: string) => string): Fields => {
  if (task.kind === 'add')
    return { name: '', type: task.type, parentOID: task.parentOID, groupOID: null, remark: '' };
  const { name, type, parentOID, remark } = task.role;
  const shown = task.kind === 'copy' ? copyName(name).slice(0, limits.role.nameMax) : name;
  return { name: shown, type, parentOID, groupOID: null, remark };
};

export interface RoleFormProps {
  task: RoleTask;
  /** Groups into which a role can be put. */
  groups: readonly RoleRecord[];
  Departments: ComponentType<{
    value: string | null;
    onChange: (oid: string | null) => void;
    placeholder?: string;
  }>;
  onClose: () => void;
  onDone: (role: RoleRecord) => void;
}

/** Makes a role or a group, edits one, or copies a role. */
export function RoleForm({ task, groups, Departments, onClose, onDone }: RoleFormProps): ReactNode {
  const text = useText();
  const id = useId();
  const save = useRoleSave();
  const copy = useRoleCopy();
  const [start] = useState(() => startOf(task, (name) => text('role.copyName', { name })));
  const [fields, setFields] = useState(start);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (part: Partial<Fields>): void => setFields((before) => ({ ...before, ...part }));
  const title =
    task.kind === 'add'
      ? text(task.type === 'group' ? 'role.newGroup' : 'role.new')
      : text(task.kind === 'copy' ? 'role.copyTitle' : 'role.editTitle', { name: task.role.name });
  const busy = save.isPending || copy.isPending;
  const name = fields.name.trim();
  const done = {
    onSuccess: (role: RoleRecord) => {
      showToast('success', text('role.saved', { name: role.name }));
      onDone(role);
    },
    onError: (error: Error) => {
      if (error instanceof CallRefused && error.reason === 'nameTaken') setFailure(error.message);
      else showFailure(error);
    },
  };
  const submit = (): void => {
    if (name === '' || busy) return;
    setFailure(null);
    const { type, parentOID, groupOID, remark } = fields;
    if (task.kind === 'copy') copy.mutate({ oid: task.role.oid, name }, done);
    else if (task.kind === 'edit') save.mutate({ oid: task.role.oid, name, parentOID, remark }, done);
    else save.mutate({ name, type, parentOID, remark, ...(groupOID ? { groupOID } : {}) }, done);
  };
  const isGroup = fields.type === 'group';
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      unsaved={JSON.stringify(fields) !== JSON.stringify(start)}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={`${id}form`}
            disabled={name === ''}
            title={name ? undefined : text('app.fillIn')}
            loading={busy}
          >
            {text('app.save')}
          </Button>
        </>
      }
    >
      <Form id={`${id}form`} layout="vertical" onFinish={submit}>
        <Form.Item
          label={text('role.name')}
          htmlFor={`${id}name`}
          required
          {...(failure ? { validateStatus: 'error', help: failure } : {})}
        >
          <Input
            id={`${id}name`}
            data-autofocus
            value={fields.name}
            maxLength={limits.role.nameMax}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Form.Item>
        {task.kind === 'add' && !isGroup ? (
          <Form.Item label={text('role.type')}>
            <Radio.Group
              value={fields.type}
              onChange={({ target }) => change({ type: target.value as RoleType })}
              vertical
              options={roleTypes
                .filter((type) => type !== 'group')
                .map((value) => ({
                  value,
                  label: `${text(`role.type.${value}`)} – ${text(`role.type.${value}Hint`)}`,
                }))}
            />
          </Form.Item>
        ) : null}
        {task.kind === 'add' ? (
          <Form.Item label={text('role.department')} extra={text('role.departmentHint')}>
            <Departments
              value={fields.groupOID}
              placeholder={text('role.ownDepartment')}
              onChange={(groupOID) => change({ groupOID })}
            />
          </Form.Item>
        ) : null}
        {isGroup || task.kind === 'copy' ? null : (
          <Form.Item label={text('role.group')} htmlFor={`${id}group`}>
            <Select
              id={`${id}group`}
              value={fields.parentOID ?? ''}
              options={[
                { value: '', label: text('role.noGroup') },
                ...groups.map((group) => ({ value: group.oid, label: group.name })),
              ]}
              onChange={(value) => change({ parentOID: value || null })}
            />
          </Form.Item>
        )}
        {task.kind === 'copy' ? (
          <p className="role-hint">{text('role.copyHint')}</p>
        ) : (
          <Form.Item label={text('role.remark')} htmlFor={`${id}remark`}>
            <Input.TextArea
              id={`${id}remark`}
              value={fields.remark}
              maxLength={300}
              rows={2}
              onChange={({ target }) => change({ remark: target.value })}
            />
          </Form.Item>
        )}
      </Form>
    </Dialog>
  );
}
