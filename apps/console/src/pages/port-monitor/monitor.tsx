import { blockingItems, type DockRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { Icon } from '@eyrie/ui';
import type { ComponentProps, ReactNode } from 'react';
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
import { DockReported, DockState } from '../../modules/dock/index.ts';
import { PayloadPanel, PictureFrame } from '../../modules/flight-control/index.ts';
import { SpeakerPanel } from '../../modules/speaker/index.ts';
import { FirmwarePanel } from '../../modules/firmware/index.ts';
import { DockLogs } from '../../modules/dock-log/index.ts';
import { DockTools } from '../../modules/dock-debug/index.ts';
import {
  gateReady,
  standingOf,
  useFlightsFollow,
  WindQuestion,
  type GateStanding,
} from '../../modules/flight/index.ts';
import { PayloadControl, useLease, type Lease } from '../../modules/lease/index.ts';
import {
  DockRow,
  HealthList,
  Instruments,
  isOld,
  LinkBadges,
  useLive,
  type Live,
} from '../../modules/telemetry/index.ts';
import { useFigures } from '../../platform/figures.ts';
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
    <header className="monitor-head">
      <a
        className="monitor-docks"
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
      <span className="monitor-drone">
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

interface SideProps {
  dock: DockRecord;
  live: Live;
  monitored: MonitoredFlight;
  gate: GateStanding;
  commands: Commands;
  situation: Situation;
  use: AskedOrders;
  payload: Lease;
  giving: ReturnType<typeof payloadGiving>;
}

/** Versions of dock and aircraft, and the order to upgrade them. */
function Firmware({
  dock,
  situation,
  commands,
  use,
}: Pick<SideProps, 'dock' | 'situation' | 'commands' | 'use'>): ReactNode {
  return (
    <FirmwarePanel
      dock={dock}
      dronePowered={situation.tools?.dronePowered ?? null}
      why={isUnderWay(commands.board, 'ota') ? 'refusal.upgradeOpen' : whyNot('ota', situation)}
      onOrder={(devices) => void use.order('ota', { devices })}
    />
  );
}

/** What was ordered of the dock and its aircraft, and what became of it. */
export function Orders(shown: ComponentProps<typeof CommandList>): ReactNode {
  const text = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <section className="monitor-panel monitor-orders" tabIndex={0} aria-label={text('monitor.commands')}>
      <h2>{text('monitor.commands')}</h2>
      <CommandList {...shown} />
    </section>
  );
}

/** The flight with its check, the alarms, and the orders, which stay in sight. */
function Side({
  dock,
  live,
  monitored,
  gate,
  commands,
  situation,
  use,
  payload,
  giving,
}: SideProps): ReactNode {
  const text = useText();
  const { flight } = monitored;
  const standing = flight ? standingOf(flight, live.presence?.job ?? null) : null;
  return (
    <aside className="monitor-side">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
      <div className="monitor-scroll" tabIndex={0} role="region" aria-label={text('flight.one')}>
        <MonitoredPanel monitored={monitored} live={live} gate={gate} />
        <DockTools
          dock={dock}
          status={live.dock.data}
          ageMs={live.dock.ageMs}
          old={isOld(live.dock.level)}
          presence={live.presence}
          why={(method) =>
            isUnderWay(commands.board, method) ? 'monitor.why.underWay' : whyNot(method, situation)
          }
          whySet={(held) =>
            isUnderWay(commands.board, 'setParameter') ? 'monitor.why.underWay' : whyNotSet(situation, held)
          }
          onOrder={(method, fields) => void use.order(method, fields)}
          onSet={(name, value) => void use.set(name, value)}
        />
        <DockLogs
          dock={dock}
          why={{
            query: whyNoLogs('logQuery', situation),
            upload: whyNoLogs('logUpload', situation),
            cancel: whyNoLogs('logUploadCancel', situation),
          }}
        />
        <Firmware {...{ dock, situation, commands, use }} />
        <DockReported dock={dock} />
        <PayloadPanel
          drone={live.drone.data}
          old={isOld(live.drone.level)}
          control={<PayloadControl lease={payload} />}
          why={giving.why}
          onOrder={giving.onOrder}
          panorama={live.presence?.panorama ?? null}
        />
        <SpeakerPanel
          dock={dock}
          job={live.presence?.speakerJob ?? null}
          why={whyNoLogs('speakerPlay', situation)}
        />
        <section className="monitor-panel" aria-label={text('monitor.health')}>
          <h2>{text('monitor.health')}</h2>
          <HealthList dock={live.dock} />
        </section>
      </div>
      <Orders board={commands.board} flight={flight && standing ? { oid: flight.oid, ...standing } : null} />
    </aside>
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
  const situation = useSituation(live, flight, controls, gateReady(gate), dock);
  const use = useAsking({ dock, flight, situation, lease, commands });
  useLeaving(controls, dock.name);
  const payloadEpoch = payload.phase === 'mine' ? payload.epoch : undefined;
  const drone = live.drone.data;
  const giving = payloadGiving(dock, drone, situation, commands, payloadEpoch);
  const blockedBy = useBlockedBy(gate);
  return (
    <main className="monitor">
      <Head dock={dock} live={live} />
      <Notices live={live} flight={flight}>
        <WindQuestion flight={flight} />
        {flight?.state === 'over' ? <Ended flight={flight} onNext={next ? showNext : null} /> : null}
      </Notices>
      <div className="monitor-body">
        <div className="monitor-left">
          <Stage
            dock={dock}
            flight={flight}
            droneOID={live.presence?.droneOID ?? dock.droneOID}
            droneOnline={live.droneOnline}
            home={homeOf(live)}
            payloadEpoch={payloadEpoch ?? null}
            whyLens={(source) => whyNotLens(source, drone, situation)}
            coverState={isOld(live.dock.level) ? null : (live.dock.data?.coverState ?? null)}
            renderOver={({ cameraIndex, lens }) =>
              drone && cameraIndex === giving.index ? (
                <PictureFrame
                  camera={drone.camera}
                  old={isOld(live.drone.level)}
                  lens={lens}
                  giving={giving}
                  lacks={giving.lacks}
                />
              ) : null
            }
          />
          <div className="monitor-instruments">
            <Instruments drone={live.drone} dock={live.dock} />
            <DockRow dock={live.dock} />
          </div>
        </div>
        <Side {...{ dock, live, monitored, gate, commands, situation, use, payload, giving }} />
      </div>
      <CommandBar {...{ dock, flight, situation, lease, commands, use, blockedBy }} />
    </main>
  );
}
