import { roleCalls, type RoleRecord } from '@eyrie/domain';
import { Icon, TabView } from '@eyrie/ui';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import type { AddMembersProps } from './add-members.tsx';
import { RoleMembers } from './role-members.tsx';
import { RoleRights } from './role-rights.tsx';

export interface RoleActions {
  onEdit: (role: RoleRecord) => void;
  onCopy: (role: RoleRecord) => void;
  onRemove: (role: RoleRecord) => void;
  onViewAs: (role: RoleRecord) => void;
}

function Actions({ role, on }: { role: RoleRecord; on: RoleActions }): ReactNode {
  const text = useText();
  return (
    <div className="role-actions">
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
      <Allowed call={roleCalls.copy} record={role}>
        <Button icon={<Icon name="copy" size={16} />} onClick={() => on.onCopy(role)}>
          {text('role.copy')}
        </Button>
      </Allowed>
      <Allowed call={roleCalls.save} record={role}>
        <Button icon={<Icon name="edit" size={16} />} onClick={() => on.onEdit(role)}>
          {text('role.edit')}
        </Button>
      </Allowed>
      <Allowed call={roleCalls.remove} record={role}>
        <Button danger icon={<Icon name="trash" size={16} />} onClick={() => on.onRemove(role)}>
          {text('app.delete')}
        </Button>
      </Allowed>
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
      {roles.length === 0 ? <p className="role-none">{text('role.groupEmpty')}</p> : null}
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
      <header className="role-head">
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
