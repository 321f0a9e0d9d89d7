import { limits, type PlanPoint, type PlanSettings, type RoutePlan } from '@eyrie/domain';
import { distance, legLength, simplified, type PlaceAtHeight } from '@eyrie/geometry';
import { freshPlan } from './fresh-plan.ts';
import { viewActions, type CameraView } from './view-actions.ts';

/** A moment of a flight by hand. */
export interface TrackSample {
  /** Epoch milliseconds. */
  readonly t: number;
  readonly lng: number;
  readonly lat: number;
  /** Metres above the sea (EGM96). */
  readonly seaHeight: number;
  /** Degrees of the aircraft's nose and of the gimbal; null: not reported. */
  readonly heading: number | null;
  readonly gimbalPitch: number | null;
}

/** A photo that was taken on the way. What it does not say is that of the flight at its time. */
export interface TrackPhoto extends Partial<CameraView> {
  readonly t: number;
}

export interface TaughtOptions {
  /** Metres that the flown track may lie beside the route, along the ground and in height. Default 2. */
  readonly tolerance?: number;
  /** What the aircraft was and where it took off. */
  readonly settings?: Partial<PlanSettings>;
  /** Metres above the sea below which the flight was only taking off or landing; null: nothing is cut off. */
  readonly floor?: number | null;
}

const { plan: bound, waypoints: mostPoints } = limits.route;
/** Metres; points nearer to one another are one to the aircraft. */
const nearest = 0.5;
/** m/s beyond which a sample is a jump of the receiver, not a flight. */
const fastest = 60;

const finite = ({ t, lng, lat, seaHeight }: TrackSample): boolean =>
  Number.isFinite(t) && Number.isFinite(seaHeight) && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;

const spaced = ({ lng, lat, seaHeight }: TrackSample): PlaceAtHeight => ({ lng, lat, height: seaHeight });

/** Samples in the order of their time, without those that no aircraft can have flown, and without taking off and landing. */
function cleaned(track: readonly TrackSample[], floor: number | null): TrackSample[] {
  const ordered = track.filter(finite).toSorted((a, b) => a.t - b.t);
  const first = floor === null ? 0 : ordered.findIndex(({ seaHeight }) => seaHeight >= floor);
  const last =
    floor === null ? ordered.length - 1 : ordered.findLastIndex(({ seaHeight }) => seaHeight >= floor);
  const kept: TrackSample[] = [];
  for (const sample of first < 0 ? [] : ordered.slice(first, last + 1)) {
    const before = kept.at(-1);
    const seconds = before ? Math.max(0.1, (sample.t - before.t) / 1000) : Infinity;
    if (!before || legLength(spaced(before), spaced(sample)) / seconds <= fastest) kept.push(sample);
  }
  return kept;
}

/** The sample nearest in time. */
function indexAt(samples: readonly TrackSample[], t: number): number {
  let [low, high] = [0, samples.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle] as TrackSample).t < t) low = middle + 1;
    else high = middle;
  }
  const before = samples[low - 1];
  return before && t - before.t < (samples[low] as TrackSample).t - t ? low - 1 : low;
}

const degreesPerMetre = 180 / (Math.PI * 6_371_000);

/** Which samples to keep so that the route lies beside none of them by more than the tolerance, on the ground and in height. */
function keptIndexes(
  samples: readonly TrackSample[],
  tolerance: number,
  photos: ReadonlySet<number>,
): number[] {
  let along = 0;
  // Height over way as a line of its own, in degrees at the equator, where they are metres both ways.
  const upright = samples.map((sample, index) => {
    const before = samples[index - 1];
    if (before) along += distance(before, sample);
    return { lng: along * degreesPerMetre, lat: sample.seaHeight * degreesPerMetre };
  });
  const bends = new Set(simplified(upright, tolerance, (index) => photos.has(index)));
  const kept = simplified(samples, tolerance, (index) => bends.has(index));
  return kept.filter((at, order) => {
    const before = samples[kept[order - 1] ?? -1];
    const sample = samples[at] as TrackSample;
    return !before || photos.has(at) || legLength(spaced(before), spaced(sample)) >= nearest;
  });
}

/** m/s at which a stretch was flown, in tenths, within what a route may have. */
function speedBetween(from: TrackSample, to: TrackSample | undefined): number | null {
  const seconds = to ? (to.t - from.t) / 1000 : 0;
  if (!to || !(seconds > 0)) return null;
  const speed = Math.round((legLength(spaced(from), spaced(to)) / seconds) * 10) / 10;
  return Math.min(bound.speedMax, Math.max(bound.speedMin, speed));
}

/** Photos by the sample nearest to each; several at one place stay in their order. */
function photosBySample(
  samples: readonly TrackSample[],
  photos: readonly TrackPhoto[],
): Map<number, TrackPhoto[]> {
  const by = new Map<number, TrackPhoto[]>();
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return by;
  for (const photo of photos.toSorted((a, b) => a.t - b.t)) {
    // What was taken before the route began or after it ended is not of it.
    if (photo.t < first.t - 1_000 || photo.t > last.t + 1_000) continue;
    const at = indexAt(samples, photo.t);
    by.set(at, [...(by.get(at) ?? []), photo]);
  }
  return by;
}

const viewOf = (photo: TrackPhoto, { heading, gimbalPitch }: TrackSample): CameraView => ({
  heading: photo.heading ?? heading,
  pitch: photo.pitch ?? gimbalPitch,
  zoom: photo.zoom ?? null,
  lens: photo.lens ?? null,
});

/** The tolerance at which a track has no more points than a route may. */
function thinned(samples: readonly TrackSample[], tolerance: number, photos: ReadonlySet<number>): number[] {
  let kept = keptIndexes(samples, tolerance, photos);
  for (let wider = tolerance * 2; kept.length > mostPoints && wider < 1_000; wider *= 2)
    kept = keptIndexes(samples, wider, photos);
  return kept.slice(0, mostPoints);
}

/**
 * A route out of a flight by hand: its track thinned, the speed of each stretch as it was flown, and where photos were taken their
 * views as actions. Heights are above the sea, as the flight reported them. Null where it has no two places half a metre apart.
 */
export function taughtRoute(
  track: readonly TrackSample[],
  photos: readonly TrackPhoto[],
  { tolerance = 2, settings = {}, floor = null }: TaughtOptions = {},
): RoutePlan | null {
  const samples = cleaned(track, floor);
  const taken = photosBySample(samples, photos);
  const kept = thinned(samples, tolerance, new Set(taken.keys()));
  if (kept.length < 2) return null;
  const plan = freshPlan('waypoint');
  const points = kept.map((at, order): PlanPoint => {
    const sample = samples[at] as TrackSample;
    const speed = speedBetween(sample, samples[kept[order + 1] ?? -1]);
    return {
      id: `p${order + 1}`,
      lng: sample.lng,
      lat: sample.lat,
      height: Math.round(sample.seaHeight * 100) / 100,
      ...(speed === null ? {} : { speed }),
      actions: (taken.get(at) ?? [])
        .flatMap((photo) => viewActions(viewOf(photo, sample)))
        .slice(0, bound.actions),
    };
  });
  const pitch = samples[kept[0] ?? 0]?.gimbalPitch ?? null;
  return {
    ...plan,
    settings: {
      ...plan.settings,
      ...settings,
      heightMode: 'altitude',
      height: points[0]?.height ?? plan.settings.height,
      ...(pitch === null ? {} : { gimbalPitch: Math.min(45, Math.max(-120, pitch)) }),
    },
    points,
    counter: points.length,
  };
}
