import { blockingItems, type DockRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { Icon } from '@eyrie/ui';
import type { ComponentProps, ReactNode } from 'react';
import { dockParts } from '../../dock-monitor.generated.ts';
import {
  CommandList,
  isUnderWay,
  payloadGiving,
  useCommands,
  useSituation,
  whyNoLogs,
  whyNot,
  whyNotLens,
  whyNotSet,
  type Commands,
  type Situation,
} from '../../modules/command/index.ts';
import { DockState } from '../../modules/dock/index.ts';
import { PictureFrame } from '../../modules/flight-control/index.ts';
import {
  gateReady,
  standingOf,
  useFlightsFollow,
  WindQuestion,
  type GateStanding,
} from '../../modules/flight/index.ts';
import { PayloadControl, useLease, whyNoControl } from '../../modules/lease/index.ts';
import { HeadsUp, LinkBadges, useLive, type Live } from '../../modules/telemetry/index.ts';
import { isOld } from '../../platform/aged.ts';
import { useFigures } from '../../platform/figures.ts';
import { MonitorParts, type DockLink, type DockScene } from '../../platform/monitor-part.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { useAsking, type AskedOrders } from './asking.tsx';
import { CommandBar } from './command-bar.tsx';
import { MonitoredPanel } from './flight-panel.tsx';
import { useGate, useMonitoredFlight, type MonitoredFlight } from './monitor.queries.ts';
import { Ended, Notices } from './notices.tsx';
import { Stage } from './stage.tsx';
import { useLeaving } from './use-leaving.ts';

export function Head({ dock, live }: { dock: DockRecord; live: Live }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <header className="monitor-head ey-row ey-gap-12">
      <a
        className="monitor-docks ey-grid"
        href="#/DeviceAll"
        target="_blank"
        rel="noopener"
        aria-label={`${text('monitor.toDocks')} · ${text('shell.opensWindow')}`}
        title={text('monitor.toDocks')}
      >
        <Icon name="map" size={18} />
      </a>
      <h1>
        <bdi>{dock.name}</bdi>
      </h1>
      <DockState dock={dock} />
      <span className="monitor-drone ey-row ey-gap-6 ey-muted">
        <Icon name="drone" size={16} />
        <bdi>{dock.droneName ?? dock.droneSn ?? text('dock.noDrone')}</bdi>
      </span>
      <bdi className="monitor-zone" dir="ltr" title={figures.zone.name}>
        {figures.zone.label}
      </bdi>
      <LinkBadges links={live.links} ages={live.ages} />
    </header>
  );
}

/** What was ordered of the dock and its aircraft, and what became of it. */
function Orders(shown: ComponentProps<typeof CommandList>): ReactNode {
  const text = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <section className="monitor-panel monitor-orders" tabIndex={0} aria-label={text('monitor.commands')}>
      <h2>{text('monitor.commands')}</h2>
      <CommandList {...shown} />
    </section>
  );
}

/** How the parts of a monitor order, and why they cannot now. */
export const ordersOf = ({
  situation,
  commands: { board },
  use,
}: {
  situation: Situation;
  commands: Pick<Commands, 'board'>;
  use: AskedOrders;
}): DockScene['orders'] => ({
  why: (method) => {
    if (!isUnderWay(board, method)) return whyNot(method, situation);
    return method === 'ota' ? 'refusal.upgradeOpen' : 'monitor.why.underWay';
  },
  whyFreely: (method) => whyNoLogs(method, situation),
  whySet: (held) => (isUnderWay(board, 'setParameter') ? 'monitor.why.underWay' : whyNotSet(situation, held)),
  order: (method, fields) => void use.order(method, fields),
  set: (name, value) => void use.set(name, value),
});

interface SideProps {
  link: DockLink;
  scene: DockScene;
  live: Live;
  monitored: Pick<MonitoredFlight, 'flight' | 'loading'>;
  gate: GateStanding;
  commands: Pick<Commands, 'board'>;
}

/** The flight with its check, what rooms show of the dock, and the orders, which stay in sight. */
export function Side({ link, scene, live, monitored, gate, commands }: SideProps): ReactNode {
  const text = useText();
  const { flight } = monitored;
  const standing = flight ? standingOf(flight, live.presence?.job ?? null) : null;
  return (
    <aside className="monitor-side ey-stack ey-gap-8">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <div className="monitor-scroll" tabIndex={0} role="region" aria-label={text('flight.one')}>
        <MonitoredPanel monitored={monitored} live={live} gate={gate} />
        <MonitorParts parts={dockParts} link={link} place="side" scene={scene} />
      </div>
      <Orders board={commands.board} flight={flight && standing ? { oid: flight.oid, ...standing } : null} />
    </aside>
  );
}

/** What the aircraft and the dock measure, beneath the picture. */
export function MeasuredRow({ link, scene }: Pick<SideProps, 'link' | 'scene'>): ReactNode {
  return (
    <div className="monitor-instruments ey-grid ey-gap-8">
      <MonitorParts parts={dockParts} link={link} place="instruments" scene={scene} />
    </div>
  );
}

/** What keeps the flight on the ground, in words: items of the check, or since when it is not known. */
export const useBlockedBy = (gate: GateStanding): string => {
  const text = useText();
  const figures = useFigures();
  if (gate.kind === 'unknown')
    return text('state.unknownSince', { time: figures.clock(serverMoment(gate.since)) });
  return blockingItems(gate.kind === 'known' ? gate.items : [])
    .map(({ item }) => text(`gate.${item}`))
    .join(text('monitor.listComma'));
};

/** Where the aircraft lands again, by its own word. */
export const homeOf = ({ drone }: Pick<Live, 'drone'>): Place | null => {
  const { homeLng, homeLat } = drone.data ?? {};
  return typeof homeLng === 'number' && typeof homeLat === 'number' ? { lng: homeLng, lat: homeLat } : null;
};

/** The cockpit for one dock. */
export function Monitor({ dock, taskOID }: { dock: DockRecord; taskOID: string | null }): ReactNode {
  useFlightsFollow();
  const live = useLive(dock);
  const monitored = useMonitoredFlight(dock.oid, taskOID);
  const { flight, next, showNext } = monitored;
  const gate = useGate(flight);
  const lease = useLease(dock.oid, 'flight');
  const payload = useLease(dock.oid, 'payload');
  const commands = useCommands(dock.oid);
  const controls = lease.phase === 'mine';
  const situation = useSituation(live, flight, whyNoControl(lease), gateReady(gate), dock);
  const use = useAsking({ dock, flight, situation, lease, commands });
  useLeaving(controls, dock.name);
  const payloadEpoch = payload.phase === 'mine' ? payload.epoch : undefined;
  const drone = live.drone.data;
  const droneOID = live.presence?.droneOID ?? dock.droneOID;
  const giving = payloadGiving(dock, drone, situation, commands, {
    epoch: payloadEpoch,
    noControl: whyNoControl(payload),
  });
  const blockedBy = useBlockedBy(gate);
  const scene: DockScene = {
    dock,
    live,
    orders: ordersOf({ situation, commands, use }),
    payload: {
      control: <PayloadControl lease={payload} />,
      why: giving.why,
      order: giving.onOrder,
      whyDevice: giving.whyDevice,
      orderDevice: giving.orderDevice,
    },
  };
  return (
    <main className="monitor">
      <Head dock={dock} live={live} />
      <Notices live={live} flight={flight}>
        <WindQuestion flight={flight} />
        {flight?.state === 'over' ? <Ended flight={flight} onNext={next ? showNext : null} /> : null}
      </Notices>
      <div className="monitor-body ey-grid ey-gap-8">
        <div className="monitor-left ey-stack ey-gap-8">
          <Stage
            dock={dock}
            flight={flight}
            droneOID={droneOID}
            droneOnline={live.droneOnline}
            home={homeOf(live)}
            payloadEpoch={payloadEpoch ?? null}
            whyLens={(source) => whyNotLens(source, drone, situation) ?? whyNoControl(payload)}
            coverState={isOld(live.dock.level) ? null : (live.dock.data?.coverState ?? null)}
            renderOver={(source) => (
              <>
                {drone && source.cameraIndex === giving.index ? (
                  <PictureFrame
                    camera={drone.camera}
                    old={isOld(live.drone.level)}
                    lens={source.lens}
                    giving={giving}
                    lacks={giving.lacks}
                  />
                ) : null}
                <HeadsUp dockOID={dock.oid} {...{ droneOID, source }} payloadIndex={giving.index} />
              </>
            )}
          />
          <MeasuredRow link="dock" scene={scene} />
        </div>
        <Side link="dock" {...{ scene, live, monitored, gate, commands }} />
      </div>
      <CommandBar {...{ dock, flight, situation, lease, commands, use, blockedBy }} />
    </main>
  );
}
