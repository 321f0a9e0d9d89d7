import { droneModes, type DroneMode } from '@eyrie/domain';
import { osdPartA, osdPartC, droneOsd } from '@eyrie/testing';
import { mergeProperties } from '@eyrie/dji';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import { endedFlight } from './flight.slots.ts';

export const now = 10_000;
export const flightOID = 'flight-1';

export interface Seen {
  mode?: DroneMode;
  reason?: number;
  speed?: number;
  job?: Partial<NonNullable<DockLink['job']>> | null;
  ended?: ReturnType<typeof endedFlight.of>;
}

const job = (part: Seen['job'] = {}): DockLink['job'] =>
  part && {
    flightOID,
    status: 'in_progress',
    percent: 40,
    step: 25,
    waypoint: 1,
    waypointCount: 5,
    missionState: 6,
    reason: null,
    phase: 'onRoute',
    progress: 30,
    secondsLeft: 60,
    stepName: null,
    ...part,
  };

/** A dock whose aircraft flies a route, but for what differs. */
export const linkOf = ({
  mode = 'routeFlight',
  reason = 0,
  speed = 8,
  ended = null,
  ...seen
}: Seen): DockLink => {
  const link = openDockLink({ oid: 'dock', sn: 'D1', droneSn: 'A1', model: '3-2-0' } as DockIdentity, 1);
  const reported = (snapshot: DockLink['dockSnapshot'], data: object) =>
    mergeProperties(snapshot, data, { at: now, source: 'osd' }).snapshot;
  link.dockSnapshot = reported(link.dockSnapshot, { ...osdPartA, ...osdPartC });
  link.droneSnapshot = reported(link.droneSnapshot, {
    ...droneOsd,
    mode_code: droneModes.indexOf(mode),
    mode_code_reason: reason,
    horizontal_speed: speed,
    vertical_speed: 0,
  });
  link.droneInTopology = true;
  link.job = 'job' in seen ? job(seen.job) : job();
  link.flightOID = link.job?.flightOID ?? null;
  endedFlight.set(link, ended);
  return link;
};
