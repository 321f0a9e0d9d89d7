import { encodeLive, liveTopics, type FlightOutcome } from '@eyrie/domain';
import { decodeFlighttaskProgress, flightOutcome, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { flightByOid, type FlightRow } from './flight.list.store.ts';
import {
  beginFlight,
  confirmFlight,
  endFlight,
  flightTrack,
  openFlightOn,
  storeProgress,
} from './flight.store.ts';
import { trackFigures } from './flight.track.ts';
import { droneAirborne, statusOf, type DockLink } from '../dock/index.ts';

export interface FlightGatewayDependencies {
  audit: AuditLog;
  publish(topic: string, payload: string): void;
  /** Presence of the dock changed: its job moved. */
  touched(link: DockLink): void;
  /** A flight began, moved or ended: tells the dock's screens. */
  told(link: DockLink, flightOID: string): void;
  /** Writes buffered telemetry, so that the track is whole before it is measured. */
  flushTelemetry(): Promise<void>;
  /** A flight has ended, and why. */
  over(link: DockLink, flightOID: string, outcome: FlightOutcome, reason: string | null): void;
}

/** How long a dock that claims to be idle may be silent about an open flight before it is closed. Milliseconds. */
const silence = 60_000;
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Turns the dock's progress into the flight's record. The dock is the truth; a flight ends once. */
export const createFlightGateway = (runtime: Runtime, deps: FlightGatewayDependencies) => {
  const { db } = runtime;
  const idleSince = new WeakMap<DockLink, number>();

  const announce = (
    link: DockLink,
    flight: { oid: string; task_oid: string },
    state: string,
    reason: string | null,
  ): void => {
    deps.publish(
      liveTopics.routeBusiness.topic(link.dock.groupRoot),
      encodeLive(
        'routeBusiness',
        link.dock.oid,
        {
          taskOID: flight.task_oid,
          flightOID: flight.oid,
          state,
          percent: link.job?.percent ?? null,
          waypoint: link.job?.waypoint ?? null,
          reason,
        },
        runtime.clock.wall(),
      ),
    );
    deps.told(link, flight.oid);
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
    link.job ??= {
      flightOID,
      status: 'sent',
      percent: 0,
      step: null,
      waypoint: null,
      waypointCount: flight.waypoint_count,
      missionState: null,
      reason: null,
    };
    deps.touched(link);
    announce(link, flight, 'inFlight', null);
  };

  const end = async (
    link: DockLink,
    flightOID: string,
    outcome: FlightOutcome,
    reason: string | null,
    mediaExpected: number | null = null,
  ): Promise<void> => {
    const flight = await flightByOid(db, flightOID);
    if (!flight || flight.dock_oid !== link.dock.oid) return;
    if (link.flightOID === flightOID) {
      link.flightOID = null;
      link.job = null;
      link.restart = null;
      deps.touched(link);
    }
    if (flight.state === 'over') return;
    await deps.flushTelemetry();
    const figures = trackFigures(await flightTrack(db, flightOID));
    const ended = await db.transaction().execute(async (trx) => {
      const done = await endFlight(trx, flightOID, {
        outcome,
        reason,
        at: runtime.clock.wall(),
        ...figures,
        mediaExpected,
      });
      if (done)
        await deps.audit.write(trx, {
          groupRoot: link.dock.groupRoot,
          memberOID: null,
          sessionOID: null,
          address: null,
          dockOID: link.dock.oid,
          action: 'flight.over',
          outcome,
          detail: { flightOID, reason },
          correlationId: flightOID,
        });
      return done;
    });
    if (!ended) return;
    deps.over(link, flightOID, outcome, reason);
    announce(link, flight, `over:${outcome}`, reason);
  };

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
      if (outcome) return end(link, flight.oid, outcome.outcome, outcome.reason, progress.mediaCount);
      if (flight.state === 'over') return;
      if (link.flightOID !== flight.oid) await begin(link, flight.oid);
      link.job = {
        flightOID: flight.oid,
        status: progress.status,
        percent: progress.percent,
        step: progress.step,
        waypoint: progress.waypoint,
        waypointCount: flight.waypoint_count,
        missionState: progress.missionState,
        reason: progress.breakPoint?.reason ?? null,
      };
      await confirm(link, flight);
      deps.touched(link);
      await storeProgress(db, flight.oid, {
        percent: progress.percent,
        step: progress.step,
        missionState: progress.missionState,
        waypoint: progress.waypoint,
        paused: progress.status === 'paused',
        breakPoint: progress.breakPoint,
        mediaCount: progress.mediaCount,
        at: runtime.clock.wall(),
      });
      announce(link, flight, progress.status === 'paused' ? 'paused' : 'inFlight', null);
    },
    /** Takes over a dock: is one of its flights open. */
    async recover(link: DockLink): Promise<boolean> {
      const flight = await openFlightOn(db, link.dock.oid);
      if (!flight) return false;
      link.flightOID = flight.oid;
      link.job = {
        flightOID: flight.oid,
        status: flight.paused ? 'paused' : 'in_progress',
        percent: flight.percent,
        step: flight.step,
        waypoint: flight.current_waypoint,
        waypointCount: flight.waypoint_count,
        missionState: flight.mission_state,
        reason: null,
      };
      link.restart = { at: runtime.clock.wall(), confirmedAt: null };
      return true;
    },
    /**
     * A dock that says it is idle with no task while we hold a flight open has ended it and its last word was
     * lost. After a minute of that the flight is closed as failed, and says why.
     */
    async reconcile(link: DockLink, now: number): Promise<void> {
      if (!link.flightOID) return;
      const status = statusOf(link, now);
      const idle =
        status.online &&
        status.workState === 'idle' &&
        (status.stepCode === null || status.stepCode === 5) &&
        !droneAirborne(link, now);
      if (!idle) {
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
