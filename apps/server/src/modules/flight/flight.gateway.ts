import { limits } from '@eyrie/domain';
import { breakReasonOf, decodeFlighttaskProgress, flightOutcome, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { DockLink } from '../dock/index.ts';
import { endSigns, outcomeSeen, seenEnd, unknownStartEnd, watchEnd, type EndWatch } from './flight.end.ts';
import { createHandFlights } from './flight.by-hand.ts';
import { createFlightFollow } from './flight.follow.ts';
import { breakToKeep } from './flight.break.ts';
import { storedJob, jobFromProgress } from './flight.job.ts';
import { isStartUnknown, unknownStartsOn } from './flight.locks.store.ts';
import { createFlightLife, type FlightLifeDependencies } from './flight.life.ts';
import { createFlightMoves, type FlightMovesDependencies } from './flight.moves.ts';
import { createWindWatch, type WindAbortDependencies } from './wind-abort.gateway.ts';
import { storeProgress, storeWorked } from './flight.progress.store.ts';
import { endedEarly } from './flight.unordered.ts';
import { confirmFlight, flightByOid, type FlightRow, openFlightsOn, takeOffOf } from './flight.store.ts';

export type FlightGatewayDependencies = FlightLifeDependencies &
  FlightMovesDependencies &
  WindAbortDependencies;

/** Turns the dock's progress into the flight's record. The dock is the truth; a flight ends once. */
export const createFlightGateway = (runtime: Runtime, deps: FlightGatewayDependencies) => {
  const { db } = runtime;
  const { announce, begin, end, endUnbegun, cancelIn, publishOver } = createFlightLife(runtime, deps);
  const follow = createFlightFollow({
    db,
    log: runtime.log,
    now: runtime.clock.mono,
    touched: deps.touched,
    moved: async (link, flightOID) => {
      const flight = await flightByOid(db, flightOID);
      if (flight && flight.state !== 'over')
        announce(link, flight, flight.paused ? 'paused' : 'inFlight', null);
    },
  });
  const moves = createFlightMoves(runtime, deps);
  const winds = createWindWatch(runtime, deps);
  const watches = new WeakMap<DockLink, EndWatch>();
  /** The flight of which it is stored that its dock was at work. */
  const worked = new WeakMap<DockLink, string>();
  /** Of which flight the dock reported last, monotonic ms, and whether it ever reported that it flies it. */
  const reports = new WeakMap<DockLink, { flightOID: string; at: number; atWork: boolean }>();
  /** The waiting flight of whose start nobody knows what became. */
  const unknownStarts = new WeakMap<DockLink, string>();

  const look = (link: DockLink, flightOID: string, now: number): EndWatch => {
    const last = reports.get(link);
    const report = last?.flightOID === flightOID ? last : { at: 0, atWork: false };
    const watch = watchEnd(watches.get(link), { flightOID, signs: endSigns(link, now), now, report });
    watches.set(link, watch);
    return watch;
  };

  /** No dock reports the end of what it never told of: its own state, told afresh for long enough, is all there will be. */
  const reconcileUnknownStart = async (link: DockLink, flightOID: string, now: number): Promise<void> => {
    const reason = unknownStartEnd(look(link, flightOID, now), now);
    if (!reason) return;
    if (await isStartUnknown(db, flightOID)) await endUnbegun(link, flightOID, 'unknown', reason);
    unknownStarts.delete(link);
  };

  const confirm = async (link: DockLink, flight: FlightRow): Promise<void> => {
    if (!link.restart || link.restart.confirmedAt !== null) return;
    link.restart = { ...link.restart, confirmedAt: runtime.clock.wall() };
    await confirmFlight(db, flight.oid, link.restart.confirmedAt ?? runtime.clock.wall());
  };

  const byHand = createHandFlights(runtime, {
    begin,
    end,
    async reported(link, flight, atWork) {
      reports.set(link, { flightOID: flight.oid, at: runtime.clock.mono(), atWork });
      await confirm(link, flight);
    },
    moved: (link, flight, phase) => announce(link, flight, 'inFlight', null, phase),
  });

  return {
    begin,
    end,
    /** A takeoff_to_point_progress event. Throws when it could not be stored: the dock will repeat it. */
    tookOff: byHand.progressed,
    cancelIn,
    endUnbegun,
    publishOver,
    startUnknown: async (link: DockLink, flightOID: string): Promise<void> => {
      unknownStarts.set(link, flightOID);
    },
    /** Whether a flight is open on the dock, or may be. */
    isOpen: (link: DockLink): boolean => link.flightOID !== null || unknownStarts.has(link),
    /** A flighttask_progress event. Throws when it could not be stored: the dock will repeat it. */
    async progressed(link: DockLink, message: DeviceMessage): Promise<void> {
      const progress = decodeFlighttaskProgress(message.data, message.bid);
      if (!progress || !isUuid(progress.flightId)) return;
      const flight = await flightByOid(db, progress.flightId);
      if (!flight || flight.dock_oid !== link.dock.oid) return;
      const outcome = flightOutcome(progress);
      if (outcome) {
        const { job } = link;
        const reported = { reason: breakReasonOf(progress), phase: 'returning' };
        await end(link, flight.oid, outcome.outcome, outcome.reason, {
          mediaExpected: progress.mediaCount,
          breakPoint: breakToKeep(progress.breakPoint, reported, flight.break_point),
        });
        const early = endedEarly(job, { ...outcome, waypoint: progress.waypoint });
        if (flight.state === 'inFlight' && early) await moves.ended(link, flight.oid);
        return;
      }
      // What it says of a flight by hand it says by other words.
      if (flight.state === 'over' || takeOffOf(flight)) return;
      const last = reports.get(link);
      const before = last?.flightOID === flight.oid && last.atWork;
      const atWork = before || progress.status === 'in_progress';
      reports.set(link, { flightOID: flight.oid, at: runtime.clock.mono(), atWork });
      if (link.flightOID !== flight.oid) await begin(link, flight.oid);
      link.job = jobFromProgress(flight, progress, link.job);
      await confirm(link, flight);
      deps.touched(link);
      const paused = progress.status === 'paused';
      await follow.report(link, flight.oid, (standing) =>
        storeProgress(db, flight.oid, {
          ...progress,
          waypoint: standing.waypoint,
          paused,
          breakPoint: breakToKeep(progress.breakPoint, standing, flight.break_point),
          at: runtime.clock.wall(),
          standing,
        }),
      );
      announce(link, flight, paused ? 'paused' : 'inFlight', null);
    },
    /** Takes over docks. @returns those of which a flight is open */
    async recover(links: readonly DockLink[]): Promise<Set<DockLink>> {
      const docks = links.map(({ dock }) => dock.oid);
      const flights = await openFlightsOn(db, docks);
      const starts = await unknownStartsOn(db, docks);
      const open = new Set<DockLink>();
      for (const link of links) {
        const start = starts.get(link.dock.oid);
        if (start) unknownStarts.set(link, start);
        const flight = flights.get(link.dock.oid);
        if (!flight) continue;
        link.flightOID = flight.oid;
        link.job = takeOffOf(flight) ? null : storedJob(flight);
        link.restart = { at: runtime.clock.wall(), confirmedAt: null };
        open.add(link);
      }
      return open;
    },
    /**
     * A dock that shows its flight ended while we hold it open has ended it, and its last word was lost. The flight
     * is closed, and says from what that is known.
     */
    async reconcile(link: DockLink, now: number): Promise<void> {
      const flightOID = link.flightOID;
      if (!flightOID) {
        const start = unknownStarts.get(link);
        if (start) await reconcileUnknownStart(link, start, now);
        return;
      }
      follow.look(link, now);
      winds.look(link, flightOID, now);
      await byHand.look(link, flightOID, now);
      await moves.look(link, flightOID, now);
      const watch = look(link, flightOID, now);
      if (watch.worked && worked.get(link) !== flightOID) {
        await storeWorked(db, flightOID, new Date(Math.round(runtime.clock.wall())));
        worked.set(link, flightOID);
      }
      if (now - watch.since < limits.flight.endSeenAfter || watch.signs === 'working') return;
      const flight = await flightByOid(db, flightOID);
      const begun = flight?.start_time?.getTime() ?? runtime.clock.wall();
      // Another gateway may have seen it at work.
      const seen = { ...watch, worked: watch.worked || Boolean(flight?.worked_at) };
      const reason = seenEnd(seen, now, runtime.clock.wall() - begun);
      if (reason) await end(link, flightOID, outcomeSeen(link.job, reason), reason);
    },
  };
};
export type FlightGateway = ReturnType<typeof createFlightGateway>;
