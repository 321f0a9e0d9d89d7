import { CallRefused } from '@eyrie/client';
import type { RoleRecord } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** What stands in the way of a deletion, by name. */
export interface InTheWay {
  role: RoleRecord;
  kind: 'members' | 'roles';
  total: number;
  names: readonly string[];
}

/** Reads a refused deletion; null when it was refused for another reason. */
export function inTheWay(role: RoleRecord, error: unknown): InTheWay | null {
  if (!(error instanceof CallRefused)) return null;
  const kind = error.reason === 'roleHasMembers' ? 'members' : 'roles';
  if (kind === 'roles' && error.reason !== 'roleGroupNotEmpty') return null;
  const data = error.data as { total?: number } & Partial<Record<typeof kind, { name: string }[]>>;
  return { role, kind, total: data.total ?? 0, names: (data[kind] ?? []).map((one) => one.name) };
}

export interface RemoveRefusedProps {
  found: InTheWay;
  onClose: () => void;
  onMembers: () => void;
}

/** Says why a role stays and leads to what has to go first. */
export function RemoveRefused({ found, onClose, onMembers }: RemoveRefusedProps): ReactNode {
  const text = useText();
  const { kind, total, names } = found;
  return (
    <Dialog
      open
      alert
      title={text('role.cannotDelete')}
      onClose={onClose}
      footer={
        <>
          {kind === 'members' ? <Button onClick={onMembers}>{text('role.showMembers')}</Button> : null}
          <Button type="primary" data-autofocus onClick={onClose}>
            {text('app.iKnow')}
          </Button>
        </>
      }
    >
      <p>{kind === 'members' ? text('role.heldBy', { count: total }) : text('role.groupHolds')}</p>
      <ul className="role-names">
        {names.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two members may share a name, and the list never changes
          <li key={at}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {total > names.length ? <p>{text('role.andMore', { count: total - names.length })}</p> : null}
    </Dialog>
  );
}
