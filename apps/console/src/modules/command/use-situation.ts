import {
  isWorking,
  waitLeft,
  type DockPresence,
  type DockRecord,
  type DockStatus,
  type DroneTelemetry,
  type FlightRecord,
  type LinkLevel,
  type OrderFacts,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useNow } from '../../platform/clock.ts';
import { onThisClock } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { useOrderOffers } from '../../platform/use-order-offers.ts';
import type { Situation } from './availability.ts';

interface Heard<Data> {
  data: Data | null;
  ageMs: number | null;
  level: LinkLevel;
}

/** What a page hears of a dock and its aircraft, with ages that count on. */
export interface HeardOf {
  dock: Heard<DockStatus>;
  drone: Heard<DroneTelemetry>;
  presence: DockPresence | null;
  dockOnline: boolean;
  airborne: boolean;
  pageLinkUp: boolean;
}

/** The route in flight by the newest word on it: of the dock, or else of the record. */
const jobNow = (
  live: HeardOf,
  { oid, state, paused, breakReason, routeOID }: FlightRecord,
): OrderFacts['job'] => {
  const job = live.presence?.job;
  if (job?.flightOID === oid) return { paused: job.status === 'paused', breakReason: job.reason };
  return state === 'inFlight' && routeOID !== null ? { paused, breakReason } : null;
};

/** What the tools of the dock ask for, as the server asks it again. */
const toolsNow = ({ dock: { data, ageMs }, drone, presence }: HeardOf, at: number): OrderFacts['tools'] => {
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

/** What decides which commands are offered. `noControl`: why this tab has no control of the flight; null: it has. */
export const useSituation = (
  live: HeardOf,
  flight: FlightRecord | null,
  noControl: PhraseId | null,
  gateReady: boolean | null,
  { oid, vendor }: Pick<DockRecord, 'oid' | 'vendor'>,
): Situation => {
  const at = useNow();
  const offers = useOrderOffers(oid);
  const control = useAllowed('dock:control');
  const emergency = useAllowed('dock:emergency');
  const start = useAllowed('flight:start');
  return {
    rights: { control, emergency, start },
    noControl,
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
    aircraft: {
      online: live.drone.data?.online ?? false,
      sticks: live.drone.data?.camera.sticks ?? false,
    },
    gateReady,
    open: vendor === 'own',
    offers,
  };
};
