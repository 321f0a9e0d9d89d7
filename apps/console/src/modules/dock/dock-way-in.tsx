import type { DockRecord } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { DockLadder, DockWayIn } from './dock-connection.tsx';
import { OpenWizard } from './dock-wizard.tsx';

/** How a dock came in, on its page; asked for when it is opened. */
export function DockConnection({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const mayEdit = dock.allowed.includes('edit');
  return (
    <details className="list-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('connection.title')}</summary>
      {open ? (
        <>
          {mayEdit ? <OpenWizard dock={dock} /> : null}
          <DockLadder oid={dock.oid} />
          {mayEdit ? <DockWayIn dock={dock} /> : null}
        </>
      ) : null}
    </details>
  );
}
