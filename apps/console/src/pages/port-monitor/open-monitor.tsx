import { commandCalls, type AnyOrderCall, type DockRecord } from '@eyrie/domain';
import { useMemo, type ReactNode } from 'react';
import { useCommands, useSituation, type Commands, type PageCommand } from '../../modules/command/index.ts';
import { gateReady, useFlightsFollow } from '../../modules/flight/index.ts';
import { useLease, whyNoControl } from '../../modules/lease/index.ts';
import { useLive } from '../../modules/telemetry/index.ts';
import type { DockScene } from '../../platform/monitor-part.tsx';
import { useAsking } from './asking.tsx';
import { CommandBar } from './command-bar.tsx';
import { MonitorMap } from './monitor-map.tsx';
import { useGate, useMonitoredFlight } from './monitor.queries.ts';
import { Head, homeOf, MeasuredRow, ordersOf, Side, useBlockedBy } from './monitor.tsx';
import { Ended, Notices } from './notices.tsx';
import { useLeaving } from './use-leaving.ts';

/** Orders that docks of other vendors have addresses of their own for. */
const ownCalls: Readonly<Partial<Record<PageCommand, AnyOrderCall>>> = {
  startJob: commandCalls.openStartJob,
  coverOpen: commandCalls.openCoverOpen,
  coverClose: commandCalls.openCoverClose,
};

const useOpenCommands = (dockOID: string): Commands => {
  const commands = useCommands(dockOID);
  return useMemo(
    () => ({
      ...commands,
      order: (method, details) => commands.order(method, { ...details, by: ownCalls[method] }),
    }),
    [commands],
  );
};

/**
 * The monitor of a dock that speaks the open contract: what it has, and nothing of what docks of the Cloud API have alone.
 */
export function OpenMonitor({ dock, taskOID }: { dock: DockRecord; taskOID: string | null }): ReactNode {
  useFlightsFollow();
  const live = useLive(dock);
  const { flight, next, showNext, loading } = useMonitoredFlight(dock.oid, taskOID);
  const gate = useGate(flight);
  const lease = useLease(dock.oid, 'flight');
  const commands = useOpenCommands(dock.oid);
  const controls = lease.phase === 'mine';
  const situation = useSituation(live, flight, whyNoControl(lease), gateReady(gate), dock);
  const use = useAsking({ dock, flight, situation, lease, commands });
  useLeaving(controls, dock.name);
  const blockedBy = useBlockedBy(gate);
  const scene: DockScene = { dock, live, orders: ordersOf({ situation, commands, use }), payload: null };
  return (
    <main className="monitor">
      <Head dock={dock} live={live} />
      <Notices live={live} flight={flight}>
        {flight?.state === 'over' ? <Ended flight={flight} onNext={next ? showNext : null} /> : null}
      </Notices>
      <div className="monitor-body ey-grid ey-gap-8">
        <div className="monitor-left ey-stack ey-gap-8">
          <div className="stage">
            <div className="stage-main">
              <MonitorMap
                main
                dock={dock}
                flight={flight}
                droneOID={live.presence?.droneOID ?? dock.droneOID}
                home={homeOf(live)}
              />
            </div>
          </div>
          <MeasuredRow link="openDock" scene={scene} />
        </div>
        <Side link="openDock" {...{ scene, live, gate, commands }} monitored={{ flight, loading }} />
      </div>
      <CommandBar {...{ dock, flight, situation, lease, commands, use, blockedBy }} />
    </main>
  );
}
