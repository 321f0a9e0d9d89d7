import {
  bearing,
  legTime,
  normaliseHeading,
  viewAngles,
  footprint,
  distance,
  type Place,
} from '@eyrie/geometry';
import type { PlanCamera } from '@eyrie/domain';
import type { ResolvedPoint } from '@eyrie/planner';
import type { Computed } from './compute.ts';

/** A point of the route with the seconds at which the aircraft arrives and goes on. */
interface Stop {
  readonly point: ResolvedPoint;
  readonly arrives: number;
  readonly leaves: number;
}

export interface Timeline {
  readonly stops: readonly Stop[];
  /** Seconds from the first point to the last. */
  readonly total: number;
}

const waiting = ({ actions }: ResolvedPoint): number =>
  actions.reduce((sum, action) => sum + (action.type === 'hover' ? action.seconds : 0), 0);

const metres = (from: ResolvedPoint, to: ResolvedPoint): number =>
  Math.hypot(distance(from, to), to.height - from.height);

/**
 * When the aircraft is where: legs by their speed, hovering at its points, and the rest of the computed time spread over all, so
 * that playback ends when the figures say.
 */
export const timelineOf = ({ route, figures }: Pick<Computed, 'route' | 'figures'>): Timeline => {
  const points = route.lines.flatMap((line) => line.points);
  let now = 0;
  const rough = points.map((point, at) => {
    const before = points[at - 1];
    if (before) now += legTime(metres(before, point), before.speed);
    const arrives = now;
    now += waiting(point);
    return { point, arrives, leaves: now };
  });
  const stretch = now > 0 ? figures.time.line / now : 1;
  return {
    stops: rough.map(({ point, arrives, leaves }) => ({
      point,
      arrives: arrives * stretch,
      leaves: leaves * stretch,
    })),
    total: now * stretch,
  };
};

/** The aircraft at a moment of the playback. */
export interface Moment extends Place {
  /** Metres in the plan's height mode. */
  readonly height: number;
  readonly seaHeight: number | null;
  /** Degrees from north. */
  readonly heading: number;
  /** Degrees, −90 is straight down. */
  readonly pitch: number;
  /** Place of the point behind it among all points. */
  readonly index: number;
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

const headingOf = (from: ResolvedPoint, to: ResolvedPoint, here: Place): number => {
  if (from.headingMode === 'towardPOI' && from.interest) return bearing(here, from.interest);
  if (from.headingMode === 'followWayline' && to !== from) return bearing(from, to);
  return from.heading;
};

/** Null: there is no route. */
export const momentAt = ({ stops }: Timeline, seconds: number): Moment | null => {
  const next = stops.findIndex(({ leaves }) => leaves > seconds);
  const to = stops[next < 0 ? stops.length - 1 : next];
  const from = stops[Math.max(0, (next < 0 ? stops.length : next) - 1)];
  if (!to || !from) return null;
  const span = to.arrives - from.leaves;
  const share = span > 0 ? Math.min(1, Math.max(0, (seconds - from.leaves) / span)) : 1;
  const [a, b] = [from.point, to.point];
  const lng = a.lng + (((((b.lng - a.lng + 540) % 360) + 360) % 360) - 180) * share;
  const here = { lng, lat: between(a.lat, b.lat, share) };
  return {
    ...here,
    height: between(a.height, b.height, share),
    seaHeight: a.seaHeight === null || b.seaHeight === null ? null : between(a.seaHeight, b.seaHeight, share),
    heading: normaliseHeading(headingOf(a, b, here)),
    pitch: a.gimbalPitch ?? -45,
    index: stops.indexOf(share < 1 ? from : to),
  };
};

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** The ground that the camera sees at a moment. @param ground metres of the ground in the height of the plan, or of the sea */
export const viewOf = (
  { lng, lat, height, seaHeight, heading, pitch }: Moment,
  camera: PlanCamera,
  ground: number | null,
): readonly Place[] => {
  const wide = {
    horizontal: degrees(2 * Math.atan(camera.sensorW / 2 / camera.focalLength)),
    vertical: degrees(2 * Math.atan(camera.sensorH / 2 / camera.focalLength)),
  };
  const above =
    seaHeight !== null && ground !== null ? { height: seaHeight, level: ground } : { height, level: 0 };
  if (above.height <= above.level) return [];
  const seen = footprint(
    { place: { lng, lat }, height: above.height, heading, down: -pitch, angles: viewAngles(wide, 1) },
    { level: above.level },
  );
  return seen?.ring ?? [];
};
