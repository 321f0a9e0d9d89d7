import { CallRefused } from '@eyrie/client';
import { EmptyPage } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { faultOf } from '../../platform/failures.ts';
import { useText } from '../../platform/text.tsx';
import { useDock } from './monitor.queries.ts';
import { Monitor } from './monitor.tsx';
import '../../platform/monitor.css';

function Missing({ sentence }: { sentence: string }): ReactNode {
  const text = useText();
  return (
    <main className="monitor-missing">
      <EmptyPage
        sentence={sentence}
        action={
          <a href="#/DeviceAll" target="_blank" rel="noopener">
            {text('monitor.toDocks')}
            <span className="ey-hidden">{text('shell.opensWindow')}</span>
          </a>
        }
      />
    </main>
  );
}

function OfDock({ oid, taskOID }: { oid: string; taskOID: string | null }): ReactNode {
  const text = useText();
  const { data: dock, error } = useDock(oid);
  if (dock) return <Monitor dock={dock} taskOID={taskOID} />;
  if (error instanceof CallRefused) return <Missing sentence={error.message} />;
  if (error) {
    const { id, values } = faultOf(error);
    return <Missing sentence={text(id, values)} />;
  }
  return <p className="monitor-missing">{text('app.loading')}</p>;
}

/** Dock monitor. `oid` names the dock; with `taskOID` the page is about that task's current flight. */
export default function PortMonitorPage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  const taskOID = query.get('taskOID');
  if (!oid) return <Missing sentence={text('monitor.noDock')} />;
  return <OfDock key={`${oid} ${taskOID}`} oid={oid} taskOID={taskOID} />;
}
