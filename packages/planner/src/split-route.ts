import type { PlanAction } from '@eyrie/domain';
import type { FlightPart } from './flights.ts';
import { photoCount } from './resolve/photos.ts';
import { stopTurn } from './resolve/turns.ts';
import type { ResolvedLine, ResolvedPoint, ResolvedRoute } from './resolved.ts';

type Interval = Extract<PlanAction, { type: 'interval' }>;

/** Intervals that are going on when a part begins: they go on in it. */
function goingOn(points: readonly ResolvedPoint[], first: number, last: number): Interval[] {
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const end = points[last]?.id ?? '';
  return points.slice(0, first).flatMap(({ actions }) =>
    actions.flatMap((action): Interval[] => {
      if (action.type !== 'interval') return [];
      const until = placeOf.get(action.until) ?? points.length - 1;
      if (until <= first) return [];
      return [until > last ? { ...action, until: end } : action];
    }),
  );
}

/** The pitch that holds at a point from those before it. */
const pitchBefore = (points: readonly ResolvedPoint[], first: number): number | null =>
  points.slice(0, first).findLast(({ gimbalPitch }) => gimbalPitch !== null)?.gimbalPitch ?? null;

/** A stretch of a line as a line of its own: it begins and ends with a stop, and what was going on goes on. */
function lineOfPart({ pass, points, sweeps }: ResolvedLine, first: number, last: number): ResolvedLine {
  const placeOf = new Map(points.map(({ id }, index) => [id, index]));
  const end = points[last]?.id ?? '';
  const cut = points.slice(first, last + 1).map((point, index): ResolvedPoint => {
    const atEnd = index === 0 || index === last - first;
    const actions = point.actions.map((action) =>
      action.type === 'interval' && (placeOf.get(action.until) ?? 0) > last
        ? { ...action, until: end }
        : action,
    );
    return {
      ...point,
      ...(atEnd && point.damping > 0 ? { turnMode: stopTurn, damping: 0 } : {}),
      gimbalPitch: point.gimbalPitch ?? (index === 0 ? pitchBefore(points, first) : null),
      actions: index === 0 ? [...actions, ...goingOn(points, first, last)] : actions,
    };
  });
  return {
    pass,
    points: cut,
    sweeps: sweeps.flatMap(([from, to]): [number, number][] =>
      from >= first && to <= last ? [[from - first, to - first]] : [],
    ),
  };
}

/**
 * A route as one for each flight: each has the lines of its part, and takes its photos. Parts are those of the figures
 * (`battery.flights`); together they fly every line once.
 */
export const splitRoute = (route: ResolvedRoute, parts: readonly FlightPart[]): ResolvedRoute[] =>
  parts.map(({ stretches }): ResolvedRoute => {
    const lines = stretches.flatMap(({ line: number, first, last }) => {
      const line = route.lines[number];
      return line ? [lineOfPart(line, first, last)] : [];
    });
    const count = lines.reduce((sum, line) => sum + photoCount(line), 0);
    return { ...route, lines, photos: { ...route.photos, count } };
  });
