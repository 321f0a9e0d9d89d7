import { markerState, type DroneTelemetry, type MarkerState } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { lastKnownDrone, type LastKnown, type Latest } from './telemetry.ts';

/** An aircraft as a map shows it. */
export interface DroneNow {
  oid: string;
  marker: Exclude<MarkerState, 'gone'>;
  state: DeviceState;
  lng: number;
  lat: number;
  head: number | null;
  airborne: boolean;
  /** Age of the position in ms. */
  ageMs: number;
}

const states: Readonly<Record<DroneNow['marker'], DeviceState>> = {
  live: 'working',
  stale: 'attention',
  lost: 'alarm',
  lastKnown: 'offline',
};

/**
 * Where and how an aircraft is drawn; null when it is not: never heard of, without a place, or gone.
 * An offline aircraft keeps the place where it was last heard of.
 */
export const droneNow = (
  latest: Pick<Latest<'droneTelemetry'>, 'objectID' | 'receivedAt'> & {
    data: Pick<DroneTelemetry, 'online' | 'airborne' | 'lng' | 'lat' | 'head' | 'ageMs'>;
  },
  known: LastKnown | null,
  at: number,
): DroneNow | null => {
  const { data, objectID } = latest;
  const own = Math.max(0, at - latest.receivedAt) + data.ageMs;
  const live = data.online && data.lng !== null && data.lat !== null;
  const ageMs = live || !known ? own : Math.max(0, at - known.receivedAt);
  const lng = live ? data.lng : (known?.lng ?? data.lng);
  const lat = live ? data.lat : (known?.lat ?? data.lat);
  const airborne = data.online ? data.airborne : (known?.airborne ?? false);
  const marker = markerState({ online: data.online, airborneWhenLastSeen: airborne, ageMs });
  if (marker === 'gone' || lng === null || lat === null) return null;
  return {
    oid: objectID,
    marker,
    state: states[marker],
    lng,
    lat,
    head: live ? data.head : (known?.head ?? data.head),
    airborne,
    ageMs,
  };
};

/** The same straight from the store of live values. */
export const droneNowOf = (latest: Latest<'droneTelemetry'>, at: number): DroneNow | null =>
  droneNow(latest, lastKnownDrone(latest.objectID), at);
