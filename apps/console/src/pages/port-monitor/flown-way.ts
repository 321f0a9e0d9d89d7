import type { DroneTelemetry } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';

export interface TailPoint extends Place {
  time: number;
}

/** Points of the running flight that the stored track does not have yet. */
const tailLength = 600;

type Heard = Pick<DroneTelemetry, 'lng' | 'lat' | 'airborne' | 'online' | 'flightOID'>;

/** The newest stretch of a flight with what was just heard; of another flight, or on the ground, nothing is added. */
export const withHeard = (
  tail: readonly TailPoint[],
  flightOID: string,
  { lng, lat, airborne, online, flightOID: heardOn }: Heard,
  time: number,
): readonly TailPoint[] =>
  !online || !airborne || heardOn !== flightOID || lng === null || lat === null
    ? tail
    : [...tail.slice(1 - tailLength), { lng, lat, time }];

interface Track {
  geometry: { coordinates: readonly (readonly number[])[] };
  properties: { times: readonly number[] };
}

/** The way flown: as stored, and while it runs what was heard since. */
export const flownWay = (
  track: Track | undefined,
  tail: readonly TailPoint[],
  running: boolean,
): readonly Place[] => {
  const stored = (track?.geometry.coordinates ?? []).flatMap(([lng, lat]) =>
    lng === undefined || lat === undefined ? [] : [{ lng, lat }],
  );
  const until = track?.properties.times.at(-1) ?? 0;
  return running ? [...stored, ...tail.filter((point) => point.time > until)] : stored;
};
