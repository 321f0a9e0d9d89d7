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
  things: readonly { oid: string; name: string }[];
}

/** Reads a refused deletion; null when it was refused for another reason. */
export function inTheWay(role: RoleRecord, error: unknown): InTheWay | null {
  if (!(error instanceof CallRefused)) return null;
  const kind = error.reason === 'roleHasMembers' ? 'members' : 'roles';
  if (kind === 'roles' && error.reason !== 'roleGroupNotEmpty') return null;
  const data = error.data as { total?: number } & Partial<
    Record<typeof kind, { oid: string; name: string }[]>
  >;
  return { role, kind, total: data.total ?? 0, things: data[kind] ?? [] };
}

export interface RemoveRefusedProps {
  found: InTheWay;
  onClose: () => void;
  onMembers: () => void;
  /** Where a member or a role can be seen; null: nowhere that this member may go. */
  linkTo: (kind: InTheWay['kind'], thing: { oid: string; name: string }) => string | null;
}

/** Says why a role stays and leads to what has to go first. */
export function RemoveRefused({ found, onClose, onMembers, linkTo }: RemoveRefusedProps): ReactNode {
  const text = useText();
  const { kind, total, things } = found;
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
        {things.map((thing) => {
          const link = linkTo(kind, thing);
          return (
            <li key={thing.oid}>
              {link ? (
                <a href={link} onClick={onClose}>
                  <bdi>{thing.name}</bdi>
                </a>
              ) : (
                <bdi>{thing.name}</bdi>
              )}
            </li>
          );
        })}
      </ul>
      {total > things.length ? <p>{text('role.andMore', { count: total - things.length })}</p> : null}
    </Dialog>
  );
}
