import { handFlightPhase, type FlightOutcome, type FlightPhase } from '@eyrie/domain';
import { takeOffProgress, type DeviceMessage, type TakeOffProgress } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import { droneAirborne, statusOf, telemetryOf, type DockLink } from '../dock/index.ts';
import { storeHandStanding } from './flight.progress.store.ts';
import { takeOffReport, wayReport } from './flight.slots.ts';
import { flightByOid, takeOffOf, type FlightRow } from './flight.store.ts';

export interface HandFlightDependencies {
  begin(link: DockLink, flightOID: string): Promise<void>;
  end(link: DockLink, flightOID: string, outcome: FlightOutcome, reason: string | null): Promise<void>;
  /** The dock reported on its flight. */
  reported(link: DockLink, flight: FlightRow, atWork: boolean): Promise<void>;
  /** It stands otherwise now, which is stored. */
  moved(link: DockLink, flight: FlightRow, phase: FlightPhase): void;
}

/** How a dock's word ends its flight by hand; null: it goes on. What stopped on the way hangs in the air and is still flown. */
const endOf = (
  { state, result }: TakeOffProgress,
  airborne: boolean,
): { outcome: FlightOutcome; reason: string | null } | null => {
  const reason = result === 0 ? null : String(result);
  if (state === 'task_finish') return { outcome: reason === null ? 'done' : 'failed', reason };
  if (airborne || (state !== 'wayline_failed' && state !== 'wayline_cancel')) return null;
  return { outcome: state === 'wayline_cancel' ? 'cancelled' : 'failed', reason };
};

const phaseOf = (link: DockLink, before: FlightPhase | null, now: number): FlightPhase => {
  const { online, mode } = telemetryOf(link, now);
  const { stepCode } = statusOf(link, now);
  return handFlightPhase({ mode: online ? mode : null, taskState: stepCode, before });
};

/** Follows flights that no route leads: by their dock's word on the take-off, and by what the aircraft does. */
export const createHandFlights = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  deps: HandFlightDependencies,
) => {
  const phases = new WeakMap<DockLink, { flightOID: string; phase: FlightPhase | null }>();

  /** The way to the point is flown under the name of its flight: it can be replaced and stopped as any other. */
  const recordWay = (link: DockLink, { flightId, ...said }: TakeOffProgress): void => {
    const { state } = said;
    if (state === 'task_ready' || state === 'task_finish') return;
    wayReport.set(link, { ...said, state, flyToId: flightId, heardAt: clock.mono() });
  };

  return {
    /** Progress of a take-off to a point. Throws when it could not be stored: the dock will repeat it. */
    async progressed(link: DockLink, message: DeviceMessage): Promise<void> {
      const said = takeOffProgress(message);
      if (!said || !isUuid(said.flightId)) return;
      const flight = await flightByOid(db, said.flightId);
      if (!flight || flight.dock_oid !== link.dock.oid || !takeOffOf(flight)) return;
      const ended = endOf(said, droneAirborne(link, clock.mono()));
      recordWay(link, said);
      if (ended) {
        await deps.end(link, flight.oid, ended.outcome, ended.reason);
        takeOffReport.set(link, said);
        return;
      }
      if (flight.state === 'over') return;
      await deps.reported(link, flight, true);
      if (link.flightOID !== flight.oid) await deps.begin(link, flight.oid);
      takeOffReport.set(link, said);
    },
    /** Another look at the open flight of a dock: where it stands is stored when that is another place. */
    async look(link: DockLink, flightOID: string, now: number): Promise<void> {
      if (link.job) return;
      const before = phases.get(link);
      const known = before?.flightOID === flightOID ? before.phase : undefined;
      const flight = known === undefined ? await flightByOid(db, flightOID) : null;
      if (flight && !takeOffOf(flight)) return;
      const phase = phaseOf(link, known ?? flight?.phase ?? null, now);
      if (phase === known) return;
      const row = flight ?? (await flightByOid(db, flightOID));
      if (!row || !takeOffOf(row)) return;
      await storeHandStanding(db, flightOID, phase);
      phases.set(link, { flightOID, phase });
      deps.moved(link, row, phase);
    },
  };
};
export type HandFlights = ReturnType<typeof createHandFlights>;
