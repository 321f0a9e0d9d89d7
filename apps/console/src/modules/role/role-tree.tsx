import type { RoleRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { localeOf, useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import { forestOf, type RoleBranch } from './role-tree.rules.ts';
import './role.css';

interface EntryProps {
  role: RoleRecord;
  chosen: string | null;
  onChoose: (role: RoleRecord) => void;
}

function Entry({ role, chosen, onChoose }: EntryProps): ReactNode {
  const text = useText();
  const current = role.oid === chosen;
  return (
    <button
      type="button"
      className={current ? 'role-entry role-entry-current' : 'role-entry'}
      aria-current={current}
      onClick={() => onChoose(role)}
    >
      <Icon name={role.type === 'group' ? 'group' : role.fixed ? 'lock' : 'key'} size={16} />
      <bdi>{role.name}</bdi>
      {role.type === 'group' ? null : (
        <span className="role-entry-count" title={text('role.memberCount', { count: role.memberCount })}>
          <Icon name="person" size={14} />
          {role.memberCount}
        </span>
      )}
    </button>
  );
}

function Branch({
  branch,
  open: wanted,
  ...entry
}: { branch: RoleBranch; open: boolean } & Omit<EntryProps, 'role'>) {
  const [folded, setFolded] = useState(false);
  const text = useText();
  const open = wanted || !folded;
  return (
    <li>
      <div className="ey-row">
        <button
          type="button"
          className="role-fold ey-grid ey-muted"
          aria-expanded={open}
          aria-label={text(open ? 'role.fold' : 'role.unfold', { name: branch.group.name })}
          onClick={() => setFolded(!folded)}
        >
          <Icon name={open ? 'down' : 'next'} size={14} />
        </button>
        <Entry role={branch.group} {...entry} />
      </div>
      {open ? (
        <ul>
          {branch.roles.map((role) => (
            <li key={role.oid}>
              <Entry role={role} {...entry} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

export interface RoleTreeProps {
  roles: readonly RoleRecord[];
  search: string;
  chosen: string | null;
  onChoose: (role: RoleRecord) => void;
}

/** Groups and roles. Each is a button, so that the keyboard and a screen reader reach it as the pointer does. */
export function RoleTree({ roles, search, chosen, onChoose }: RoleTreeProps): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
  const { branches, loose } = useMemo(
    () => forestOf(roles, search, localeOf(language)),
    [roles, search, language],
  );
  if (branches.length + loose.length === 0)
    return <p className="role-none ey-hint">{text('role.noneFound')}</p>;
  return (
    <nav aria-label={text('role.list')} className="role-tree">
      <ul>
        {branches.map((branch) => (
          <Branch
            key={branch.group.oid}
            branch={branch}
            open={search !== ''}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
        {loose.map((role) => (
          <li key={role.oid}>
            <Entry role={role} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
