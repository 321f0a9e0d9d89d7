import { CallRefused } from '@eyrie/client';
import { inTheWay, type DepartmentContent, type DepartmentRecord, type InTheWay } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { NamedThings, type NamedThing } from '../../platform/named-things.tsx';
import { useText } from '../../platform/text.tsx';

export interface RefusedRemoval {
  department: DepartmentRecord;
  things: InTheWay;
}

/** Reads a refused deletion; null when it was refused for another reason. */
export function refusedRemoval(department: DepartmentRecord, error: unknown): RefusedRemoval | null {
  if (!(error instanceof CallRefused) || error.reason !== 'departmentNotEmpty') return null;
  const found = inTheWay.safeParse((error.data as { inTheWay?: unknown }).inTheWay);
  return { department, things: found.success ? found.data : [] };
}

export interface RemoveRefusedProps {
  refused: RefusedRemoval;
  /** Where things of a kind can be seen and moved; null: nowhere that this member may go. */
  linkTo: (kind: DepartmentContent, thing: NamedThing) => string | null;
  onClose: () => void;
}

/** Names what keeps a department from being deleted, and leads there. */
export function DepartmentRemoveRefused({ refused, linkTo, onClose }: RemoveRefusedProps): ReactNode {
  const text = useText();
  return (
    <Dialog
      open
      alert
      title={text('department.cannotDelete', { name: refused.department.name })}
      onClose={onClose}
      footer={
        <Button type="primary" data-autofocus onClick={onClose}>
          {text('app.iKnow')}
        </Button>
      }
    >
      <p>{text('department.cannotDeleteHint')}</p>
      {refused.things.map(({ kind, count, list }) => (
        <section key={kind} className="department-people">
          <h3>
            {text(`department.kind.${kind}`)} ({count})
          </h3>
          <NamedThings
            things={list}
            total={count}
            more={(rest) => text('department.andMore', { count: rest })}
            linkTo={(thing) => linkTo(kind, thing)}
            onFollow={onClose}
          />
        </section>
      ))}
    </Dialog>
  );
}
