import { bearing, distance, earthRadius, type Place } from './sphere.ts';

/** A place with a height in metres above whatever plan and flight share; null: not known. */
export interface DeviatingPlace extends Place {
  readonly height: number | null;
}

/** A recorded moment, epoch ms. */
export interface FlownPlace extends DeviatingPlace {
  readonly at: number;
}

export interface Deviation {
  at: number;
  /** Metres of the route that lie behind. */
  along: number;
  /** Metres beside the leg: to its right positive, to its left negative. */
  cross: number;
  /** Metres above the planned height; null: one of the two is not known. */
  height: number | null;
  /** Seconds behind the planned time, spread over the route by distance; null: it has none. */
  late: number | null;
}

/** Metres from the first waypoint within which a flight has come to its route. */
const entry = 30;
/** Metres that a place may lie behind the one before: what hovers drifts. */
const drift = 10;
/** m/s, faster than any aircraft of a dock: legs further ahead cannot have been reached. */
const fastest = 100;

interface OnLeg {
  along: number;
  cross: number;
  /** Metres to the nearest place of the leg. */
  off: number;
}

const degree = Math.PI / 180;

/**
 * Where a place lies beside a leg, by the cross-track and along-track formulas of Ed Williams, Aviation Formulary V1.47
 * ("Cross track error"): sin(xtd) = sin(d13)·sin(θ13 − θ12), and tan(atd) = tan(d13)·cos(θ13 − θ12) of the same right
 * triangle, which unlike the acos of the formulary stays exact within metres. Beyond the ends of the leg its end counts.
 */
const onLeg = (from: Place, to: Place, at: Place): OnLeg => {
  const length = distance(from, to);
  const away = distance(from, at) / earthRadius;
  const turn = (bearing(from, at) - bearing(from, to)) * degree;
  const side = Math.asin(Math.sin(away) * Math.sin(turn)) * earthRadius;
  const ahead = Math.atan2(Math.sin(away) * Math.cos(turn), Math.cos(away)) * earthRadius;
  if (ahead > 0 && ahead < length) return { along: ahead, cross: side, off: Math.abs(side) };
  const along = ahead <= 0 ? 0 : length;
  const off = distance(along === 0 ? from : to, at);
  return { along, cross: side < 0 ? -off : off, off };
};

const measured = (path: readonly DeviatingPlace[]) => {
  const before = [0];
  for (let leg = 1; leg < path.length; leg += 1)
    before.push((before[leg - 1] as number) + distance(path[leg - 1] as Place, path[leg] as Place));
  return { path, before, total: before.at(-1) ?? 0 };
};
type Measured = ReturnType<typeof measured>;

const plannedHeight = ({ path, before }: Measured, leg: number, along: number): number | null => {
  const [from, to] = [path[leg]?.height ?? null, path[leg + 1]?.height ?? null];
  if (from === null || to === null) return null;
  const length = (before[leg + 1] ?? 0) - (before[leg] ?? 0);
  return length === 0 ? to : from + ((to - from) * (along - (before[leg] ?? 0))) / length;
};

interface Found extends OnLeg {
  leg: number;
}

/** The nearest place of the route within a stretch of it; of equally near ones the first. */
const nearest = ({ path, before }: Measured, at: Place, least: number, most: number): Found | null => {
  let best: Found | null = null;
  for (let leg = 0; leg + 1 < path.length; leg += 1) {
    const [begin, end] = [before[leg] as number, before[leg + 1] as number];
    if (end < least) continue;
    if (begin > most) break;
    const found = onLeg(path[leg] as Place, path[leg + 1] as Place, at);
    const along = begin + found.along;
    if (along < least || along > most) continue;
    if (best === null || found.off < best.off - 0.01) best = { ...found, along, leg };
  }
  return best;
};

/** The first moment on the route: nearest to its first waypoint, or, of a flight that went on from a breakpoint, anywhere. */
const beginning = (
  route: Measured,
  flown: readonly (FlownPlace | null)[],
): { index: number; along: number } | null => {
  const [first] = route.path;
  if (!first) return null;
  const off = (place: FlownPlace | null | undefined): number => (place ? distance(first, place) : Infinity);
  let index = flown.findIndex((place) => off(place) <= entry);
  if (index !== -1) {
    while (off(flown[index + 1]) < off(flown[index])) index += 1;
    return { index, along: 0 };
  }
  for (const [at, place] of flown.entries()) {
    const found = place && nearest(route, place, 0, route.total);
    if (found && found.off <= entry) return { index: at, along: found.along };
  }
  return null;
};

/**
 * How far a flight lay beside its route, above it and behind its time, for every recorded moment between its coming to
 * the route and the end of it. Places are looked for along the route only forwards, so that lines which cross or run
 * beside each other are not taken for one another.
 * @param path two waypoints or more
 * @param flown in order; null where no place was recorded
 * @param seconds that the route was planned to take; null: not known
 * @returns one for each moment; null on the ways out and home, and where no place was recorded
 */
export function deviations(
  path: readonly DeviatingPlace[],
  flown: readonly (FlownPlace | null)[],
  seconds: number | null,
): (Deviation | null)[] {
  const route = measured(path);
  const begin = path.length < 2 || route.total === 0 ? null : beginning(route, flown);
  const none = flown.map(() => null);
  if (!begin) return none;
  const list: (Deviation | null)[] = none;
  let reached = begin.along;
  let last = flown[begin.index]?.at ?? 0;
  const due = (along: number): number | null => (seconds === null ? null : (seconds * along) / route.total);
  const started = last - (due(begin.along) ?? 0) * 1_000;
  for (let index = begin.index; index < flown.length; index += 1) {
    const place = flown[index];
    if (!place) continue;
    const reach = fastest * Math.max(1, (place.at - last) / 1_000) + drift;
    const found = nearest(route, place, reached - drift, reached + reach);
    if (!found) continue;
    const planned = plannedHeight(route, found.leg, found.along);
    const expected = due(found.along);
    list[index] = {
      at: place.at,
      along: found.along,
      cross: found.cross,
      height: planned === null || place.height === null ? null : place.height - planned,
      late: expected === null ? null : (place.at - started) / 1_000 - expected,
    };
    reached = Math.max(reached, found.along);
    last = place.at;
    if (found.along >= route.total - 1) break;
  }
  return list;
}

export interface DeviationSummary {
  /** Metres beside the route, without regard to the side: in the mean of the moments, and at most. */
  meanCross: number;
  mostCross: number;
  /** Metres above or below, the largest; null: not known. */
  mostHeight: number | null;
  /** Seconds behind the planned time at the last moment on the route; null: not known. */
  late: number | null;
}

/** The deviations of a flight in figures; null: it never was on its route. */
export function deviationSummary(list: readonly (Deviation | null)[]): DeviationSummary | null {
  const known = list.filter((one) => one !== null);
  if (known.length === 0) return null;
  const heights = known.flatMap(({ height }) => (height === null ? [] : [height]));
  let [sum, most, mostHeight] = [0, 0, 0];
  for (const { cross } of known) {
    sum += Math.abs(cross);
    most = Math.max(most, Math.abs(cross));
  }
  for (const height of heights) if (Math.abs(height) > Math.abs(mostHeight)) mostHeight = height;
  return {
    meanCross: sum / known.length,
    mostCross: most,
    mostHeight: heights.length === 0 ? null : mostHeight,
    late: known.at(-1)?.late ?? null,
  };
}
