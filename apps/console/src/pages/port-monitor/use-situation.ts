import {
  isWorking,
  linkLevel,
  waitLeft,
  type DockRecord,
  type DockStatus,
  type DroneTelemetry,
  type FlightRecord,
  type OrderFacts,
} from '@eyrie/domain';
import type { Situation } from '../../modules/command/index.ts';
import { isOld, threeLinks, type Aged, type ThreeLinks } from '../../modules/telemetry/index.ts';
import { useNow } from '../../platform/clock.ts';
import { useLink } from '../../platform/live.ts';
import { onThisClock, serverMoment } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { ageOf, lastKnownDrone, useTelemetry, type Latest } from '../../platform/telemetry.ts';

export interface Live {
  dock: Aged<DockStatus>;
  drone: Aged<DroneTelemetry>;
  presence: Latest<'dockPresence'>['data'] | null;
  dockOnline: boolean;
  droneOnline: boolean;
  airborne: boolean;
  pageLinkUp: boolean;
  links: ThreeLinks;
  ages: Readonly<Record<keyof ThreeLinks, number | null>>;
}

const aged = <Data>(latest: { data: Data } | null, ageMs: number | null): Aged<Data> => ({
  data: latest?.data ?? null,
  ageMs,
  level: linkLevel(ageMs),
});

/** Everything the live messages say about a dock and its aircraft, with ages that count on. */
export const useLive = (record: DockRecord): Live => {
  const link = useLink();
  const page = link.state === 'up' && link.quietSince !== null ? 'quiet' : link.state;
  const at = useNow();
  const status = useTelemetry('dockStatus', record.oid);
  const presence = useTelemetry('dockPresence', record.oid);
  const droneOID = presence?.data.droneOID ?? record.droneOID;
  const telemetry = useTelemetry('droneTelemetry', droneOID);
  // The clock of ticks can lag behind a message that came in between.
  const age = (latest: Latest | null): number | null =>
    latest ? ageOf(latest, Math.max(at, latest.receivedAt)) : null;
  const dock = aged(status, age(status));
  const drone = aged(telemetry, age(telemetry));
  const dockOnline = presence?.data.online ?? record.online;
  const droneOnline = telemetry?.data.online ?? presence?.data.droneOnline ?? false;
  const known = droneOID ? lastKnownDrone(droneOID) : null;
  const airborne = telemetry?.data.online ? telemetry.data.airborne : (known?.airborne ?? false);
  const dockAge = status ? dock.ageMs : age(presence);
  return {
    dock,
    drone,
    presence: presence?.data ?? null,
    dockOnline,
    droneOnline,
    airborne,
    pageLinkUp: page === 'up',
    links: threeLinks({
      page,
      dock: { online: presence ? dockOnline : null, level: linkLevel(dockAge) },
      drone: { online: presence || telemetry ? droneOnline : null, airborne, level: drone.level },
    }),
    ages: {
      page: Math.max(0, at - (page === 'quiet' ? (link.quietSince ?? at) : link.since)),
      dock: dockAge,
      drone: drone.ageMs,
    },
  };
};

/** Server moment of the last word of the dock, where its word is too old to hold now; null: it is heard. */
export const useUnknownSince = ({ dock: { ageMs, level } }: Live): number | null => {
  const at = useNow();
  return ageMs !== null && isOld(level) ? serverMoment(at - ageMs) : null;
};

/** The route in flight by the newest word on it: of the dock, or else of the record. */
const jobNow = (live: Live, { oid, state, paused, breakReason }: FlightRecord): OrderFacts['job'] => {
  const job = live.presence?.job;
  if (job?.flightOID === oid) return { paused: job.status === 'paused', breakReason: job.reason };
  return state === 'inFlight' ? { paused, breakReason } : null;
};

/** What the tools of the dock ask for, as the server asks it again. */
const toolsNow = ({ dock: { data, ageMs }, drone, presence }: Live, at: number): OrderFacts['tools'] => {
  if (!data) return null;
  const { emergencyStop, airConditioner, droneInDock, dronePowered, charge, tools } = data;
  const said = presence?.debugJob ?? null;
  return {
    emergencyStop,
    working: isWorking(said && { state: said.state, at: onThisClock(said.at) }, at),
    airConditionerWait: waitLeft(airConditioner.waitSeconds, (ageMs ?? 0) - data.ageMs),
    droneInDock,
    dronePowered,
    batteryPercent: charge.percent ?? drone.data?.percent ?? null,
    dongles: tools.dongles,
  };
};

/** What decides which commands are offered. */
export const useSituation = (
  live: Live,
  flight: FlightRecord | null,
  controls: boolean,
  gateReady: boolean | null,
  { vendor }: Pick<DockRecord, 'vendor'>,
): Situation => {
  const at = useNow();
  const control = useAllowed('dock:control');
  const emergency = useAllowed('dock:emergency');
  const start = useAllowed('flight:start');
  return {
    rights: { control, emergency, start },
    controls,
    pageLinkUp: live.pageLinkUp,
    dockOnline: live.dockOnline,
    dockLevel: live.dock.level,
    droneLevel: live.drone.level,
    airborne: live.airborne,
    mode: live.drone.data?.mode ?? null,
    flight: flight && { state: flight.state, job: jobNow(live, flight) },
    workState: live.presence?.workState ?? null,
    // Docks without rods say nothing of them.
    rods: live.dock.data?.putterState != null,
    tools: toolsNow(live, at),
    gateReady,
    open: vendor === 'own',
  };
};
