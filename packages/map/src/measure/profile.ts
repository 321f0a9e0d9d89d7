import { distance, interpolate, type Place } from '@eyrie/geometry';

/** Samples of a leg, both ends included; longer legs have more. */
const leastSamples = 100;
/** Metres between two samples of a long leg. */
const step = 30;
const mostSamples = 4000;

export interface ProfilePoint {
  readonly place: Place;
  /** Metres from the start of the line. */
  readonly distance: number;
  /** Metres of the ground; null where it is not known. */
  readonly height: number | null;
}

/** The places of a line at which the ground is asked for: a hundred a leg, and more where a leg is long. */
export const samplesOf = (path: readonly Place[]): Omit<ProfilePoint, 'height'>[] => {
  const points: Omit<ProfilePoint, 'height'>[] = [];
  let from = 0;
  for (const [at, place] of path.entries()) {
    const next = path[at + 1];
    if (!next) break;
    const length = distance(place, next);
    const count = Math.min(
      Math.max(leastSamples, Math.ceil(length / step) + 1),
      Math.max(2, Math.floor(mostSamples / (path.length - 1))),
    );
    for (let sample = points.length === 0 ? 0 : 1; sample < count; sample += 1) {
      const share = sample / (count - 1);
      const spot = interpolate({ ...place, height: 0 }, { ...next, height: 0 }, share);
      points.push({ place: { lng: spot.lng, lat: spot.lat }, distance: from + length * share });
    }
    from += length;
  }
  return points;
};

export interface Profile {
  readonly points: readonly ProfilePoint[];
  /** Null while no height at all is known. */
  readonly span: { readonly least: number; readonly most: number; readonly climb: number } | null;
  /** Share of the line whose height is not known, 0 to 1. */
  readonly unknown: number;
}

/** Heights of the ground along a line. Where they are not known there is a gap; no height is made up for it. */
export const profileAlong = (path: readonly Place[], heightAt: (place: Place) => number | null): Profile => {
  const points = samplesOf(path).map((sample) => ({ ...sample, height: heightAt(sample.place) }));
  const known = points.flatMap(({ height }) => height ?? []);
  if (known.length === 0) return { points, span: null, unknown: points.length === 0 ? 0 : 1 };
  let climb = 0;
  for (const [at, { height }] of points.entries()) {
    const before = points[at - 1]?.height;
    if (height !== null && typeof before === 'number') climb += Math.max(0, height - before);
  }
  return {
    points,
    span: { least: Math.min(...known), most: Math.max(...known), climb },
    unknown: 1 - known.length / points.length,
  };
};
