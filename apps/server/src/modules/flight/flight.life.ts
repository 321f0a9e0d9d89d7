import { encodeLive, liveTopics, seenEndReasons, type FlightOutcome, type FlightPhase } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import type { KeptBreak } from './flight.break.ts';
import { sentJob } from './flight.job.ts';
import { flightTrack } from './flight.progress.store.ts';
import {
  beginFlight,
  correctEnd,
  endFlight,
  flightByOid,
  takeOffOf,
  type FlightRow,
} from './flight.store.ts';
import { endedFlight } from './flight.slots.ts';
import { trackFigures } from './flight.track.ts';

export interface FlightLifeDependencies {
  audit: AuditLog;
  publish(topic: string, payload: string): void;
  /** Presence of the dock changed: its job moved. */
  touched(link: DockLink): void;
  /** A flight began, moved or ended: tells the dock's screens. */
  changed(link: DockLink, flightOID: string): void;
  /** Writes buffered telemetry, so that the track is whole before it is measured. */
  flushTelemetry(): Promise<void>;
  /** A flight has ended, and why. */
  over(link: DockLink, flightOID: string, outcome: FlightOutcome, reason: string | null): void;
}

interface FlightEnd {
  outcome: FlightOutcome;
  reason: string | null;
  mediaExpected: number | null;
  breakPoint?: KeptBreak | null;
  unlessBegun?: boolean;
}

const auditEnd = (
  trx: DbOrTrx,
  audit: AuditLog,
  { dock }: DockLink,
  flightOID: string,
  { outcome, reason }: FlightEnd,
): Promise<unknown> =>
  audit.write(trx, {
    groupRoot: dock.groupRoot,
    memberOID: null,
    sessionOID: null,
    address: null,
    dockOID: dock.oid,
    action: 'flight.over',
    outcome,
    detail: { flightOID, reason },
    correlationId: flightOID,
  });

/** Measures the track and closes the record. @returns false when it was closed before. */
const writeEnd = async (
  { db, clock }: Runtime,
  audit: AuditLog,
  link: DockLink,
  flightOID: string,
  end: FlightEnd,
): Promise<boolean> => {
  const figures = trackFigures(await flightTrack(db, flightOID));
  const flown = end.outcome === 'done' || end.outcome === 'partly';
  const closed = { ...figures, ...end, ...(flown ? { flownBy: link.dock.droneOID } : {}), at: clock.wall() };
  return db.transaction().execute(async (trx) => {
    if (!(await endFlight(trx, flightOID, closed))) return false;
    await auditEnd(trx, audit, link, flightOID, end);
    return true;
  });
};

/** A report that came after the flight was closed from the dock's state: it knows better. */
const writeCorrection = async (
  { db }: Runtime,
  audit: AuditLog,
  link: DockLink,
  flightOID: string,
  end: FlightEnd,
): Promise<boolean> => {
  if (seenEndReasons.some((seen) => seen === end.reason)) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await correctEnd(trx, flightOID, end))) return false;
    await auditEnd(trx, audit, link, flightOID, end);
    return true;
  });
};

/** How a flight begins and ends, each once, and how screens hear of it. */
export const createFlightLife = (runtime: Runtime, deps: FlightLifeDependencies) => {
  const { db } = runtime;

  /** Tells the screens where a flight stands. */
  const announce = (
    link: DockLink,
    flight: Pick<FlightRow, 'oid' | 'task_oid'>,
    state: string,
    reason: string | null,
    phase: FlightPhase | null = link.job?.phase ?? null,
  ): void => {
    const change = {
      taskOID: flight.task_oid,
      flightOID: flight.oid,
      state,
      phase: state.startsWith('over') ? 'over' : phase,
      percent: link.job?.progress ?? null,
      waypoint: link.job?.waypoint ?? null,
      reason,
    };
    deps.publish(
      liveTopics.routeBusiness.topic(link.dock.groupRoot),
      encodeLive('routeBusiness', link.dock.oid, change, runtime.clock.wall()),
    );
    deps.changed(link, flight.oid);
  };

  const begin = async (link: DockLink, flightOID: string): Promise<void> => {
    const flight = await flightByOid(db, flightOID);
    if (!flight) return;
    if (
      flight.state === 'created' &&
      !(await beginFlight(db, flightOID, link.dock.droneOID, runtime.clock.wall()))
    )
      return;
    if (flight.state === 'over') return;
    link.flightOID = flightOID;
    // A flight by hand is no job of its dock: it can be sent elsewhere at any time.
    if (!takeOffOf(flight)) link.job ??= sentJob(flight);
    deps.touched(link);
    announce(link, flight, 'inFlight', null);
  };

  const end = async (
    link: DockLink,
    flightOID: string,
    outcome: FlightOutcome,
    reason: string | null,
    {
      mediaExpected = null,
      breakPoint = null,
    }: Partial<Pick<FlightEnd, 'mediaExpected' | 'breakPoint'>> = {},
  ): Promise<void> => {
    const flight = await flightByOid(db, flightOID);
    if (!flight || flight.dock_oid !== link.dock.oid) return;
    // The start of it is judged by this, whether the dock reported the end or only showed it.
    endedFlight.set(link, { flightOID, outcome });
    if (link.flightOID === flightOID) {
      link.flightOID = null;
      link.job = null;
      link.restart = null;
      deps.touched(link);
    }
    const changed = { outcome, reason, mediaExpected, breakPoint };
    if (flight.state === 'over') {
      if (await writeCorrection(runtime, deps.audit, link, flightOID, changed))
        announce(link, flight, `over:${outcome}`, reason);
      return;
    }
    await deps.flushTelemetry();
    if (!(await writeEnd(runtime, deps.audit, link, flightOID, changed))) return;
    deps.over(link, flightOID, outcome, reason);
    announce(link, flight, `over:${outcome}`, reason);
  };

  /** Ends a flight whose start came to nothing. One that is in the air all the same goes on, and ends by its dock's word. */
  const endUnbegun = async (
    link: DockLink,
    flightOID: string,
    outcome: 'cancelled' | 'failed' | 'unknown',
    reason: string | null,
  ): Promise<void> => {
    const flight = await flightByOid(db, flightOID);
    if (flight?.state !== 'created' || flight.dock_oid !== link.dock.oid) return;
    const unbegun: FlightEnd = { outcome, reason, mediaExpected: null, unlessBegun: true };
    if (!(await writeEnd(runtime, deps.audit, link, flightOID, unbegun))) return;
    if (link.flightOID === flightOID) {
      link.flightOID = null;
      link.job = null;
      link.restart = null;
      deps.touched(link);
    }
    deps.over(link, flightOID, outcome, reason);
    announce(link, flight, `over:${outcome}`, reason);
  };

  /** Ends a flight that never left, in the transaction that decides it: the caller holds its row. */
  const cancelIn = async (trx: DbOrTrx, link: DockLink, flightOID: string): Promise<void> => {
    const cancelled: FlightEnd = { outcome: 'cancelled', reason: null, mediaExpected: null };
    const closed = { ...trackFigures([]), ...cancelled, at: runtime.clock.wall() };
    if (await endFlight(trx, flightOID, closed)) await auditEnd(trx, deps.audit, link, flightOID, cancelled);
  };

  /** Tells the screens of an end that is stored. */
  const publishOver = async (link: DockLink, flightOID: string, outcome: FlightOutcome): Promise<void> => {
    const flight = await flightByOid(db, flightOID);
    if (!flight) return;
    deps.over(link, flightOID, outcome, null);
    announce(link, flight, `over:${outcome}`, null);
  };

  return { announce, begin, end, endUnbegun, cancelIn, publishOver };
};
