import { distance, type Place } from '@eyrie/geometry';
import type { Polygon } from '@eyrie/map';
import type { RoutePlan } from '@eyrie/domain';
import type { ResolvedPoint } from '@eyrie/planner';
import type { Computed } from './compute.ts';
import { momentAt, timelineOf, viewOf } from './timeline.ts';

/** More outlines than these hide the ground that they are about. */
export const footprintsAtMost = 600;

/** Seconds at which photos are taken along a route, by its interval or at the points that take one. */
const photoTimes = ({ route, figures }: Computed): number[] => {
  const { stops, total } = timelineOf({ route, figures });
  const { every, by } = route.photos;
  const single = stops.flatMap(({ point, arrives }) => (takes(point) ? [arrives] : []));
  if (every === null || by === null) return single;
  if (by === 'time') return Array.from({ length: Math.floor(total / every) + 1 }, (_, at) => at * every);
  const times: number[] = [];
  let left = 0;
  for (const [at, stop] of stops.entries()) {
    const next = stops[at + 1];
    if (!next) break;
    const length = distance(stop.point, next.point);
    for (; left <= length; left += every)
      times.push(stop.leaves + (length > 0 ? left / length : 0) * (next.arrives - stop.leaves));
    left -= length;
  }
  return [...times, ...single];
};

const takes = ({ actions }: ResolvedPoint): boolean =>
  actions.some(({ type }) => type === 'takePhoto' || type === 'orientedShoot');

/** Outlines of the photos that a route takes, at most so many, evenly. */
export const footprintsOf = (
  computed: Computed,
  { settings }: RoutePlan,
  groundAt: (place: Place) => number | null,
): Polygon[] => {
  const timeline = timelineOf(computed);
  const times = photoTimes(computed);
  const step = Math.max(1, Math.ceil(times.length / footprintsAtMost));
  return times.flatMap((seconds, at): Polygon[] => {
    const moment = at % step === 0 ? momentAt(timeline, seconds + 1e-6) : null;
    const ring = moment ? viewOf(moment, settings.camera, groundAt(moment)) : [];
    return ring.length > 2
      ? [{ id: `photo.${at}`, rings: [ring], tone: 'accent', fill: 0.05, edge: false }]
      : [];
  });
};
