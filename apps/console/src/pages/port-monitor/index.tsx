import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { OpenWatch } from '../../modules/desk/index.ts';
import { MonitorMissing, MonitorOf, type MonitorWay } from '../../platform/monitor-of.tsx';
import { useText } from '../../platform/text.tsx';
import { useDock } from './monitor.queries.ts';
import { Monitor } from './monitor.tsx';
import { OpenMonitor } from './open-monitor.tsx';

const way: MonitorWay = {
  title: 'permission./PortMonitorSee',
  list: '/DeviceAll',
  toList: 'monitor.toDocks',
};

function OfDock({ oid, taskOID }: { oid: string; taskOID: string | null }): ReactNode {
  return (
    <MonitorOf way={way} answer={useDock(oid)}>
      {(dock) => (
        <>
          <OpenWatch dockOID={dock.oid} />
          {dock.vendor === 'own' ? (
            <OpenMonitor dock={dock} taskOID={taskOID} />
          ) : (
            <Monitor dock={dock} taskOID={taskOID} />
          )}
        </>
      )}
    </MonitorOf>
  );
}

/** Dock monitor. `oid` names the dock; with `taskOID` the page is about that task's current flight. */
export default function PortMonitorPage(): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const oid = query.get('oid');
  const taskOID = query.get('taskOID');
  if (!oid) return <MonitorMissing way={way} sentence={text('monitor.noDock')} />;
  return <OfDock key={`${oid} ${taskOID}`} oid={oid} taskOID={taskOID} />;
}
