import { commandCalls, type AnyOrderCall, type DockRecord } from '@eyrie/domain';
import { useMemo, type ReactNode } from 'react';
import {
  isUnderWay,
  useCommands,
  useSituation,
  whyNot,
  type Commands,
  type PageCommand,
} from '../../modules/command/index.ts';
import { gateReady, standingOf, useFlightsFollow } from '../../modules/flight/index.ts';
import { useLease } from '../../modules/lease/index.ts';
import { DockRow, HealthList, Instruments, useLive } from '../../modules/telemetry/index.ts';
import { useText } from '../../platform/text.tsx';
import { useAsking } from './asking.tsx';
import { CommandBar } from './command-bar.tsx';
import { MonitoredPanel } from './flight-panel.tsx';
import { MonitorMap } from './monitor-map.tsx';
import { useGate, useMonitoredFlight } from './monitor.queries.ts';
import { Head, homeOf, Orders, useBlockedBy } from './monitor.tsx';
import { Ended, Notices } from './notices.tsx';
import { OpenPanel } from './open-panel.tsx';
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
  const text = useText();
  const live = useLive(dock);
  const { flight, next, showNext, loading } = useMonitoredFlight(dock.oid, taskOID);
  const gate = useGate(flight);
  const lease = useLease(dock.oid, 'flight');
  const commands = useOpenCommands(dock.oid);
  const controls = lease.phase === 'mine';
  const situation = useSituation(live, flight, controls, gateReady(gate), dock);
  const use = useAsking({ dock, flight, situation, lease, commands });
  useLeaving(controls, dock.name);
  const blockedBy = useBlockedBy(gate);
  const standing = flight ? standingOf(flight, live.presence?.job ?? null) : null;
  return (
    <main className="monitor">
      <Head dock={dock} live={live} />
      <Notices live={live} flight={flight}>
        {flight?.state === 'over' ? <Ended flight={flight} onNext={next ? showNext : null} /> : null}
      </Notices>
      <div className="monitor-body">
        <div className="monitor-left">
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
          <div className="monitor-instruments">
            <Instruments drone={live.drone} dock={live.dock} />
            <DockRow dock={live.dock} />
          </div>
        </div>
        <aside className="monitor-side">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
          <div className="monitor-scroll" tabIndex={0} role="region" aria-label={text('flight.one')}>
            <MonitoredPanel monitored={{ flight, loading }} live={live} gate={gate} />
            <OpenPanel
              dock={dock}
              live={live}
              why={(method) =>
                isUnderWay(commands.board, method) ? 'monitor.why.underWay' : whyNot(method, situation)
              }
              onOrder={(method) => void use.order(method)}
            />
            <section className="monitor-panel" aria-label={text('monitor.health')}>
              <h2>{text('monitor.health')}</h2>
              <HealthList dock={live.dock} />
            </section>
          </div>
          <Orders
            board={commands.board}
            flight={flight && standing ? { oid: flight.oid, ...standing } : null}
          />
        </aside>
      </div>
      <CommandBar {...{ dock, flight, situation, lease, commands, use, blockedBy }} />
    </main>
  );
}
