import { CallRefused } from '@eyrie/client';
import type { RoleRecord } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { NamedThings, type NamedThing } from '../../platform/named-things.tsx';
import { useText } from '../../platform/text.tsx';

/** What stands in the way of a deletion, by name. */
export interface InTheWay {
  role: RoleRecord;
  kind: 'members' | 'roles';
  total: number;
  things: readonly NamedThing[];
}

/** Reads a refused deletion; null when it was refused for another reason. */
export function inTheWay(role: RoleRecord, error: unknown): InTheWay | null {
  if (!(error instanceof CallRefused)) return null;
  const kind = error.reason === 'roleHasMembers' ? 'members' : 'roles';
  if (kind === 'roles' && error.reason !== 'roleGroupNotEmpty') return null;
  const data = error.data as { total?: number } & Partial<Record<typeof kind, NamedThing[]>>;
  return { role, kind, total: data.total ?? 0, things: data[kind] ?? [] };
}

export interface RemoveRefusedProps {
  found: InTheWay;
  onClose: () => void;
  onMembers: () => void;
  /** Where a member or a role can be seen; null: nowhere that this member may go. */
  linkTo: (kind: InTheWay['kind'], thing: NamedThing) => string | null;
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
      <NamedThings
        things={things}
        total={total}
        more={(count) => text('role.andMore', { count })}
        linkTo={(thing) => linkTo(kind, thing)}
        onFollow={onClose}
      />
    </Dialog>
  );
}
