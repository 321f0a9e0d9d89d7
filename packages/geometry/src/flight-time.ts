import { bearing, legLength, type PlaceAtHeight } from './sphere.ts';

/**
 * How the aircraft changes its speed. The defaults were fitted against the times DJI software writes into
 * its files: stop routes agree within 0.5 %, mapping routes within 2 %.
 */
export interface MotionModel {
  /** m/s² */
  readonly acceleration: number;
  /** m/s³ */
  readonly jerk: number;
  /** m/s², sideways in a turn */
  readonly lateral: number;
  /** Seconds one yaw, gimbal, zoom, focus or photo action takes. */
  readonly actionSeconds: number;
}

export const djiMotion: MotionModel = { acceleration: 3.22, jerk: 2.42, lateral: 5, actionSeconds: 1 };

/** One point of a route as the time model sees it. */
export interface TimedPoint extends PlaceAtHeight {
  /** Speed from this point on, m/s. */
  readonly speed: number;
  /** Stop at the point, or pass it on an arc that starts `damping` metres before. */
  readonly turn: { readonly kind: 'stop' } | { readonly kind: 'pass'; readonly damping: number };
  /** Seconds spent hovering here. */
  readonly hoverSeconds?: number;
  /** Yaw, gimbal, zoom, focus and photo actions here; one that takes as long as two counts twice. */
  readonly actions?: number;
}

/** Seconds, separately, because a pilot asks where the time goes. */
export interface FlightTime {
  readonly moving: number;
  readonly hovering: number;
  readonly acting: number;
  readonly total: number;
}

/** Seconds to change speed by `change` m/s with limited jerk. */
export function rampTime(change: number, model: MotionModel = djiMotion): number {
  const dv = Math.abs(change);
  const full = model.acceleration ** 2 / model.jerk;
  return dv >= full
    ? dv / model.acceleration + model.acceleration / model.jerk
    : 2 * Math.sqrt(dv / model.jerk);
}

/** Metres covered while changing from one speed to another. */
export function rampDistance(from: number, to: number, model: MotionModel = djiMotion): number {
  return (rampTime(to - from, model) * (from + to)) / 2;
}

/**
 * Seconds for a straight piece of `length` metres entered at `entry`, left at `exit`, cruised at no more
 * than `cruise` (m/s). A piece too short for both ramps is flown up to the speed at which they just fit.
 */
export function legTime(
  length: number,
  cruise: number,
  entry = 0,
  exit = 0,
  model: MotionModel = djiMotion,
): number {
  if (!(length > 0)) return 0;
  if (!(cruise > 0)) return Infinity;
  const ramps = (peak: number) => rampDistance(entry, peak, model) + rampDistance(peak, exit, model);
  const times = (peak: number) => rampTime(peak - entry, model) + rampTime(exit - peak, model);
  const peak = Math.max(cruise, entry, exit);
  if (ramps(peak) <= length) return times(peak) + (length - ramps(peak)) / peak;
  const floor = Math.max(entry, exit);
  // Both ends faster than the piece allows: the ends are only limits, the mean speed is what it takes.
  if (ramps(floor) > length) return length / ((entry + exit) / 2);
  return times(bisect(floor, peak, (speed) => ramps(speed) <= length));
}

/** A turn flown without stopping: its radius (m), speed (m/s), arc (m) and time (s). */
export interface PassingTurn {
  readonly radius: number;
  readonly speed: number;
  readonly arc: number;
  readonly time: number;
}

/**
 * The arc that replaces the last and first `damping` metres around a point where the course changes by
 * `change` degrees: r = D / tan(φ/2), speed no more than √(lateral·r). A turn right back has radius 0 and
 * so speed 0: it is a stop. A course that does not change has no arc, only the speed.
 */
export function passingTurn(
  damping: number,
  change: number,
  speed: number,
  model: MotionModel = djiMotion,
): PassingTurn {
  const angle = (Math.abs(change) * Math.PI) / 180;
  if (angle < 1e-9) return { radius: Infinity, speed, arc: 2 * damping, time: (2 * damping) / speed };
  const radius = Math.max(0, damping / Math.tan(angle / 2));
  const slowed = Math.min(speed, Math.sqrt(model.lateral * radius));
  const arc = radius * angle;
  return { radius, speed: slowed, arc, time: slowed > 0 ? arc / slowed : 0 };
}

/**
 * Seconds from the first point (standing) to the last one (standing), with hovering and actions.
 * Take-off, the way to the first point and the way home are not in it: they depend on the dock.
 */
export function flightTime(points: readonly TimedPoint[], model: MotionModel = djiMotion): FlightTime {
  const lengths = points.slice(1).map((to, i) => legLength(points[i] as TimedPoint, to));
  const turns = points.map((point, i) => turnAt(points, lengths, i, point, model));
  const straights = lengths.map((length, i) =>
    Math.max(0, length - (turns[i]?.cut ?? 0) - (turns[i + 1]?.cut ?? 0)),
  );
  const speeds = reachableSpeeds(
    turns.map((turn) => turn.speed),
    straights,
    model,
  );
  let moving = 0;
  for (const [i, straight] of straights.entries()) {
    moving += legTime(straight, points[i]?.speed ?? 0, speeds[i], speeds[i + 1], model);
    const turn = turns[i] as Turn;
    if (turn.arc > 0) moving += turn.arc / (speeds[i] as number);
  }
  const hovering = points.reduce((sum, point) => sum + (point.hoverSeconds ?? 0), 0);
  const acting = points.reduce((sum, point) => sum + (point.actions ?? 0), 0) * model.actionSeconds;
  return { moving, hovering, acting, total: moving + hovering + acting };
}

interface Turn {
  /** m/s at the point */
  readonly speed: number;
  /** metres of arc */
  readonly arc: number;
  /** metres cut off the straight on either side */
  readonly cut: number;
}

const standing: Turn = { speed: 0, arc: 0, cut: 0 };

function turnAt(
  points: readonly TimedPoint[],
  lengths: readonly number[],
  index: number,
  point: TimedPoint,
  model: MotionModel,
): Turn {
  const before = points[index - 1];
  const after = points[index + 1];
  if (point.turn.kind === 'stop' || !before || !after) return standing;
  // Hovering or acting at a point means standing at it, whatever the turn says.
  if ((point.hoverSeconds ?? 0) > 0) return standing;
  const shorter = Math.min(lengths[index - 1] as number, lengths[index] as number);
  const cut = Math.min(point.turn.damping > 0 ? point.turn.damping : shorter / 3, shorter / 2);
  const change = Math.abs(((bearing(point, after) - bearing(before, point) + 540) % 360) - 180);
  const turn = passingTurn(cut, change, Math.min(before.speed, point.speed), model);
  return turn.speed > 0 ? { speed: turn.speed, arc: turn.arc, cut } : standing;
}

/** Lowers the speeds at the points until every straight is long enough for the change it has to make. */
function reachableSpeeds(
  wanted: readonly number[],
  straights: readonly number[],
  model: MotionModel,
): number[] {
  const speeds = [...wanted];
  for (let i = straights.length - 1; i >= 0; i--) {
    speeds[i] = reachable(speeds[i] as number, speeds[i + 1] as number, straights[i] as number, model);
  }
  for (let i = 0; i < straights.length; i++) {
    speeds[i + 1] = reachable(speeds[i + 1] as number, speeds[i] as number, straights[i] as number, model);
  }
  return speeds;
}

function reachable(fast: number, slow: number, length: number, model: MotionModel): number {
  if (fast <= slow || rampDistance(slow, fast, model) <= length) return fast;
  return bisect(slow, fast, (speed) => rampDistance(slow, speed, model) <= length);
}

/** The largest value between a low one that fits and a high one that does not. */
function bisect(low: number, high: number, fits: (value: number) => boolean): number {
  let fitting = low;
  let over = high;
  for (let i = 0; i < 50; i++) {
    const middle = (fitting + over) / 2;
    if (fits(middle)) fitting = middle;
    else over = middle;
  }
  return fitting;
}
