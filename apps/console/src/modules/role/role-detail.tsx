import { roleCalls, type RoleRecord } from '@eyrie/domain';
import { Icon, TabView } from '@eyrie/ui';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { CallButton } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import type { AddMembersProps } from './add-members.tsx';
import { RoleMembers } from './role-members.tsx';
import { RoleRights } from './role-rights.tsx';
import { whyUnchangeable } from './why-unchangeable.ts';

export interface RoleActions {
  onEdit: (role: RoleRecord) => void;
  onCopy: (role: RoleRecord) => void;
  onRemove: (role: RoleRecord) => void;
  onViewAs: (role: RoleRecord) => void;
}

function Actions({ role, on }: { role: RoleRecord; on: RoleActions }): ReactNode {
  const text = useText();
  const because = whyUnchangeable(role);
  return (
    <div className="ey-flow ey-gap-8">
      {role.type === 'menu' ? (
        <Button
          icon={<Icon name="eye" size={16} />}
          disabled={role.resourceCount === 0}
          title={role.resourceCount === 0 ? text('role.viewNoPages') : undefined}
          onClick={() => on.onViewAs(role)}
        >
          {text('role.viewAs')}
        </Button>
      ) : null}
      <CallButton
        icon="copy"
        label="role.copy"
        call={roleCalls.copy}
        record={role}
        because={because}
        onClick={() => on.onCopy(role)}
      />
      <CallButton
        icon="edit"
        label="role.edit"
        call={roleCalls.save}
        record={role}
        because={because}
        onClick={() => on.onEdit(role)}
      />
      <CallButton
        danger
        icon="trash"
        label="app.delete"
        call={roleCalls.remove}
        record={role}
        because={because}
        onClick={() => on.onRemove(role)}
      />
    </div>
  );
}

function Group({
  roles,
  onOpen,
}: {
  roles: readonly RoleRecord[];
  onOpen: (role: RoleRecord) => void;
}): ReactNode {
  const text = useText();
  return (
    <div className="role-group">
      <p>{text('role.groupHint')}</p>
      <h3>{text('role.groupRoles')}</h3>
      {roles.length === 0 ? <p className="role-none ey-hint">{text('role.groupEmpty')}</p> : null}
      <ul>
        {roles.map((role) => (
          <li key={role.oid}>
            <Button type="link" onClick={() => onOpen(role)}>
              <bdi>{role.name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface RoleDetailProps extends Pick<AddMembersProps, 'Departments'> {
  role: RoleRecord;
  /** Roles of the group, when it is one. */
  inside: readonly RoleRecord[];
  part: 'rights' | 'members';
  onPart: (part: 'rights' | 'members') => void;
  onOpen: (role: RoleRecord) => void;
  on: RoleActions;
}

/** One role: what it is, what may be done with it, its rights, its members. */
export function RoleDetail(props: RoleDetailProps): ReactNode {
  const { role, inside, part, onPart, onOpen, on, Departments } = props;
  const text = useText();
  return (
    <section className="role-detail" aria-label={role.name}>
      <header className="role-head ey-flow">
        <div>
          <h2>
            <bdi>{role.name}</bdi>
          </h2>
          <p>
            <Tag>{text(`role.type.${role.type}`)}</Tag>
            {role.fixed ? <Tag icon={<Icon name="lock" size={12} />}>{text('role.fixed')}</Tag> : null}
            {role.held ? <Tag color="processing">{text('role.own')}</Tag> : null}
            <span>
              {text('role.department')}: <bdi>{role.groupName}</bdi>
            </span>
            {role.remark ? <bdi>{role.remark}</bdi> : null}
          </p>
        </div>
        <Actions role={role} on={on} />
      </header>
      {role.type === 'group' ? (
        <Group roles={inside} onOpen={onOpen} />
      ) : (
        <TabView
          open={part}
          onChoose={(key) => onPart(key === 'members' ? 'members' : 'rights')}
          tabs={[
            { key: 'rights', label: text('role.rights') },
            { key: 'members', label: `${text('role.members')} (${role.memberCount})` },
          ]}
        >
          {part === 'rights' ? (
            <RoleRights key={role.oid} role={role} />
          ) : (
            <RoleMembers key={role.oid} role={role} Departments={Departments} />
          )}
        </TabView>
      )}
    </section>
  );
}
