import { decodeFlighttaskProgress, flightOutcome, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { createFlightFollow } from './flight.follow.ts';
import { claimsIdle, storedJob, toldJob } from './flight.job.ts';
import { createFlightLife, type FlightLifeDependencies } from './flight.life.ts';
import { flightByOid, type FlightRow } from './flight.list.store.ts';
import { confirmFlight, openFlightOn, storeProgress } from './flight.store.ts';

export type FlightGatewayDependencies = FlightLifeDependencies;

/** How long a dock that claims to be idle may be silent about an open flight before it is closed. Milliseconds. */
const silence = 60_000;
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Turns the dock's progress into the flight's record. The dock is the truth; a flight ends once. */
export const createFlightGateway = (runtime: Runtime, deps: FlightGatewayDependencies) => {
  const { db } = runtime;
  const { announce, begin, end } = createFlightLife(runtime, deps);
  const follow = createFlightFollow({
    db,
    log: runtime.log,
    touched: deps.touched,
    moved: async (link, flightOID) => {
      const flight = await flightByOid(db, flightOID);
      if (flight && flight.state !== 'over')
        announce(link, flight, flight.paused ? 'paused' : 'inFlight', null);
    },
  });
  const idleSince = new WeakMap<DockLink, number>();

  const confirm = async (link: DockLink, flight: FlightRow): Promise<void> => {
    if (!link.restart || link.restart.confirmedAt !== null) return;
    link.restart = { ...link.restart, confirmedAt: runtime.clock.wall() };
    await confirmFlight(db, flight.oid, link.restart.confirmedAt ?? runtime.clock.wall());
  };

  return {
    begin,
    end,
    /** A flighttask_progress event. Throws when it could not be stored: the dock will repeat it. */
    async progressed(link: DockLink, message: DeviceMessage): Promise<void> {
      const progress = decodeFlighttaskProgress(message.data, message.bid);
      if (!progress || !isUuid(progress.flightId)) return;
      const flight = await flightByOid(db, progress.flightId);
      if (!flight || flight.dock_oid !== link.dock.oid) return;
      const outcome = flightOutcome(progress);
      if (outcome) link.ended = { flightOID: flight.oid, outcome: outcome.outcome };
      if (outcome) return end(link, flight.oid, outcome.outcome, outcome.reason, progress.mediaCount);
      if (flight.state === 'over') return;
      if (link.flightOID !== flight.oid) await begin(link, flight.oid);
      link.job = toldJob(flight, progress, link.job);
      follow(link, runtime.clock.mono());
      await confirm(link, flight);
      deps.touched(link);
      const paused = progress.status === 'paused';
      await storeProgress(db, flight.oid, {
        ...progress,
        paused,
        at: runtime.clock.wall(),
        standing: link.job,
      });
      announce(link, flight, paused ? 'paused' : 'inFlight', null);
    },
    /** Takes over a dock: is one of its flights open. */
    async recover(link: DockLink): Promise<boolean> {
      const flight = await openFlightOn(db, link.dock.oid);
      if (!flight) return false;
      link.flightOID = flight.oid;
      link.job = storedJob(flight);
      link.restart = { at: runtime.clock.wall(), confirmedAt: null };
      return true;
    },
    /**
     * A dock that says it is idle with no task while we hold a flight open has ended it and its last word was
     * lost. After a minute of that the flight is closed as failed, and says why.
     */
    async reconcile(link: DockLink, now: number): Promise<void> {
      if (!link.flightOID) return;
      follow(link, now);
      if (!claimsIdle(link, now)) {
        idleSince.delete(link);
        return;
      }
      const since = idleSince.get(link) ?? now;
      idleSince.set(link, since);
      if (now - since >= silence) await end(link, link.flightOID, 'failed', 'endedUnobserved');
    },
  };
};
export type FlightGateway = ReturnType<typeof createFlightGateway>;
