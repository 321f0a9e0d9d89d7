import type { RoutePlan } from '@eyrie/domain';
import { bearing, legTime, normaliseHeading } from '@eyrie/geometry';
import { hungAfter, noseAt, type Hanging } from './aim.ts';
import type { FlightPhase, PathLeg, SeaPlace } from './flight-path.ts';
import { lineTime, timedPoint } from './motion.ts';
import type { ResolvedPoint, ResolvedRoute } from './resolved.ts';
import { placeOnLeg } from './samples.ts';
import { takenPhotos, type TakenPhoto } from './taken-photos.ts';

/** Where the aircraft is at a moment of a flight, and where its camera looks. */
export interface PlayMoment extends SeaPlace {
  readonly heading: number;
  /** Degrees of the gimbal, −90 is straight down. */
  readonly pitch: number;
  /** Times of the widest view. */
  readonly zoom: number;
  /** Metres in the plan's height mode between two of its points; null on the ways out and home. */
  readonly height: number | null;
  readonly phase: FlightPhase;
  /** Place of the leg in the flight, its name, and how much of it is flown, 0 to 1. */
  readonly leg: number;
  readonly name: string;
  readonly share: number;
}

/** A photo with the second at which it is taken. */
export interface PlayedPhoto extends TakenPhoto {
  readonly seconds: number;
}

/** A flight to be played and scrubbed. */
export interface PlanPlayback {
  /** Seconds from taking off to landing. */
  readonly duration: number;
  /** In the order of their time. */
  readonly photos: readonly PlayedPhoto[];
  /** When the aircraft goes on from a point, or arrives at the last one; null: it has none of that id. */
  secondsAt(id: string): number | null;
  /** Held at both ends. Null: there is no flight. */
  at(seconds: number): PlayMoment | null;
}

interface PlayLeg {
  readonly leg: PathLeg;
  /** Seconds at which it begins, after what is done at its first point, and for how long it is flown. */
  readonly start: number;
  readonly seconds: number;
  readonly from: ResolvedPoint | null;
  readonly to: ResolvedPoint | null;
  readonly hanging: Hanging;
}

/** How much faster than from stop to stop the line is flown as a whole: by turns that it passes. */
function quickening(route: ResolvedRoute, path: readonly PathLeg[]): number {
  const moving = route.lines.reduce((sum, { points }) => sum + lineTime(points).moving, 0);
  const stopping = path.reduce(
    (sum, { phase, length, speed }) => (phase === 'line' ? sum + legTime(length, speed) : sum),
    0,
  );
  return stopping > 0 ? moving / stopping : 1;
}

/** Seconds that the aircraft stays at a point for what it does there. */
const staying = (point: ResolvedPoint | null): number => {
  if (!point) return 0;
  const { hoverSeconds = 0, actions = 0 } = timedPoint(point);
  return hoverSeconds + actions;
};

function timetable(plan: RoutePlan, route: ResolvedRoute, path: readonly PathLeg[]): PlayLeg[] {
  const byId = new Map(
    route.lines.flatMap(({ points }) => points.map((point) => [point.id, point] as const)),
  );
  const quick = quickening(route, path);
  let clock = 0;
  let hanging: Hanging = { pitch: plan.settings.gimbalPitch, zoom: 1 };
  return path.map((leg, index): PlayLeg => {
    const pointOf = (id: string | null): ResolvedPoint | null =>
      id === null ? null : (byId.get(id) ?? null);
    const [from, to] = [pointOf(leg.ids[0]), pointOf(leg.ids[1])];
    // The way home of a route that flew back to its first point does not do everything there again.
    const arrives = index === 0 || path[index - 1]?.phase !== 'return';
    if (arrives) {
      clock += staying(from);
      if (from) hanging = hungAfter(from, hanging);
    }
    const seconds = legTime(leg.length, leg.speed) * (leg.phase === 'line' ? quick : 1);
    const start = clock;
    clock += seconds;
    return { leg, start, seconds, from, to, hanging };
  });
}

/** The nose at a share of a leg; on the ways out and home along the way. */
function headingOn({ leg, from, to }: PlayLeg, share: number, here: SeaPlace): number {
  const onLine = leg.phase === 'line' || leg.phase === 'between';
  if (from && onLine && from.headingMode !== 'followWayline') return noseAt(from, to, here, share);
  return leg.ground > 1e-3
    ? normaliseHeading(bearing(leg.from, leg.to))
    : (from?.heading ?? to?.heading ?? 0);
}

/** Metres in the plan's height mode at a share of a leg between two points; null on the ways out and home. */
const heightOn = ({ from, to }: PlayLeg, share: number): number | null =>
  from && to ? from.height + (to.height - from.height) * share : null;

/** When each photo is taken: on the way along its leg, or on arrival at its point. */
function playedPhotos(legs: readonly PlayLeg[], photos: readonly TakenPhoto[]): PlayedPhoto[] {
  const after = new Map(legs.map((one) => [`${one.leg.line}.${one.leg.index}`, one]));
  return photos
    .flatMap((photo): PlayedPhoto[] => {
      const on = after.get(`${photo.line}.${photo.index}`);
      if (on?.leg.phase === 'line') return [{ ...photo, seconds: on.start + on.seconds * photo.share }];
      const before = after.get(`${photo.line}.${photo.index - 1}`);
      return before ? [{ ...photo, seconds: before.start + before.seconds }] : [{ ...photo, seconds: 0 }];
    })
    .toSorted((a, b) => a.seconds - b.seconds);
}

/**
 * The flight of a plan in time: out, its lines with what is done at their points, and home.
 * @param path of `flightPath`
 */
export function planPlayback(plan: RoutePlan, route: ResolvedRoute, path: readonly PathLeg[]): PlanPlayback {
  const legs = timetable(plan, route, path);
  const photos = playedPhotos(legs, takenPhotos(plan, route));
  const last = legs.at(-1);
  const duration = last ? last.start + last.seconds : 0;
  return {
    duration,
    photos,
    secondsAt: (id) => {
      const on = (one: PlayLeg): boolean => one.leg.phase === 'line' || one.leg.phase === 'between';
      const away = legs.find((one) => on(one) && one.from?.id === id);
      if (away) return away.start;
      const before = legs.find((one) => on(one) && one.to?.id === id);
      return before ? before.start + before.seconds : null;
    },
    at: (seconds) => {
      // The last leg that has begun; before that the aircraft stays where the leg begins.
      let [low, high] = [0, legs.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((legs[middle] as PlayLeg).start <= seconds) low = middle;
        else high = middle - 1;
      }
      const found = legs[low];
      if (!found) return null;
      const { leg, start, seconds: whole, hanging } = found;
      const share = whole > 0 ? Math.min(1, Math.max(0, (seconds - start) / whole)) : 1;
      const place = placeOnLeg(leg)(share);
      const sea =
        leg.from.sea === null || leg.to.sea === null
          ? null
          : leg.from.sea + (leg.to.sea - leg.from.sea) * share;
      const here = { ...place, sea };
      const { phase, name } = leg;
      return {
        ...here,
        heading: headingOn(found, share, here),
        ...hanging,
        phase,
        leg: low,
        name,
        share,
        height: heightOn(found, share),
      };
    },
  };
}

/** Which photo was the last one to be taken in these seconds up to a moment, from 0; null: none. */
export function photoAt(
  { photos }: Pick<PlanPlayback, 'photos'>,
  seconds: number,
  within: number,
): number | null {
  let [low, high] = [0, photos.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((photos[middle] as PlayedPhoto).seconds <= seconds) low = middle + 1;
    else high = middle;
  }
  const last = photos[low - 1];
  return last && seconds - last.seconds <= within ? low - 1 : null;
}
