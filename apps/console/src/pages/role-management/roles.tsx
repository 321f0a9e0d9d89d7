import { roleCalls, type RoleRecord } from '@eyrie/domain';
import { EmptyPage } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  inTheWay,
  RemoveRefused,
  RoleDetail,
  RoleTree,
  useRolesRenewal,
  type InTheWay,
  type RoleTask,
} from '../../modules/role/index.ts';
import { useDeletion } from '../../platform/deletion.tsx';
import { showFailure } from '../../platform/http.ts';
import { mayLeave } from '../../platform/leaving.ts';
import { SearchBox } from '../../platform/search-box.tsx';
import { currentSession, isAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { startViewing } from '../../platform/view-as.ts';
import { DepartmentFilter } from './department-filter.tsx';

/** Deletes after asking; what stands in the way is told by name. */
const useRemoval = (onRemoved: () => void) => {
  const text = useText();
  const { remove } = useDeletion(roleCalls.remove, {
    request: ([oid = '']) => ({ oid }),
    onAnswer: useRolesRenewal(),
  });
  const [found, setFound] = useState<InTheWay | null>(null);
  const ask = (role: RoleRecord): Promise<void> =>
    remove([role.oid], {
      title: text(role.type === 'group' ? 'role.deleteGroupTitle' : 'role.deleteTitle', { name: role.name }),
      done: text('role.deleted'),
      onDeleted: onRemoved,
      onHeld: (error) => {
        const reason = inTheWay(role, error);
        if (reason) setFound(reason);
        return reason !== null;
      },
    });
  return { ask, found, close: () => setFound(null) };
};

/** A role stands beside; a member is found on the page of departments, for those who may open it. */
function linkTo(kind: InTheWay['kind'], thing: { oid: string; name: string }): string | null {
  if (kind === 'roles') return `#/RoleManagement?${new URLSearchParams({ role: thing.oid }).toString()}`;
  if (!isAllowed(currentSession(), '/OrganizationStructure')) return null;
  return `#/OrganizationStructure?${new URLSearchParams({ keyword: thing.name }).toString()}`;
}

export interface RolesProps {
  roles: readonly RoleRecord[];
  show: (address: Record<string, string>) => Promise<void>;
  onTask: (task: RoleTask) => void;
}

/** Looks at the product through the rights of a role. */
const useViewing = (): ((role: RoleRecord) => Promise<void>) => {
  const navigate = useNavigate();
  return async (role) => {
    if (!(await mayLeave('/RoleManagement'))) return;
    try {
      await startViewing({ oid: role.oid, name: role.name });
      await navigate('/');
    } catch (error) {
      showFailure(error);
    }
  };
};

interface SideProps {
  roles: readonly RoleRecord[];
  chosen: RoleRecord | null;
  onChoose: (role: RoleRecord) => void;
}

function Side({ roles, chosen, onChoose }: SideProps): ReactNode {
  const text = useText();
  const [search, setSearch] = useState('');
  return (
    <div className="role-side ey-stack ey-gap-8 ey-panel">
      <SearchBox label={text('role.search')} value={search} onChange={setSearch} />
      {roles.length === 0 ? <p className="role-none ey-hint">{text('role.none')}</p> : null}
      {roles.length > 0 ? (
        <RoleTree roles={roles} search={search} chosen={chosen?.oid ?? null} onChoose={onChoose} />
      ) : null}
    </div>
  );
}

/** The tree of groups and roles, and the chosen one beside it. */
export function Roles({ roles, show, onTask }: RolesProps): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const removal = useRemoval(() => void show({}));
  const viewAs = useViewing();
  const chosen = roles.find((role) => role.oid === query.get('role')) ?? null;
  const part = query.get('part') === 'members' ? 'members' : 'rights';
  const open = (role: RoleRecord): void => void show({ role: role.oid });
  return (
    <div className="role-columns ey-grid ey-gap-16">
      <Side roles={roles} chosen={chosen} onChoose={open} />
      {chosen ? (
        <RoleDetail
          key={chosen.oid}
          role={chosen}
          inside={roles.filter((role) => role.parentOID === chosen.oid)}
          part={part}
          onPart={(next) => void show({ role: chosen.oid, ...(next === 'members' ? { part: next } : {}) })}
          onOpen={open}
          Departments={DepartmentFilter}
          on={{
            onEdit: (role) => onTask({ kind: 'edit', role }),
            onCopy: (role) => onTask({ kind: 'copy', role }),
            onRemove: (role) => void removal.ask(role),
            onViewAs: (role) => void viewAs(role),
          }}
        />
      ) : (
        <EmptyPage icon="key" sentence={text('role.choose')} />
      )}
      {removal.found ? (
        <RemoveRefused
          found={removal.found}
          onClose={removal.close}
          linkTo={linkTo}
          onMembers={() => {
            const { oid } = removal.found?.role ?? { oid: '' };
            removal.close();
            void show({ role: oid, part: 'members' });
          }}
        />
      ) : null}
    </div>
  );
}
