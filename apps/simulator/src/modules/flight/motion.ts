/** A body in a local plane: metres east, north and up of the dock, m/s, degrees. */
export interface Body {
  east: number;
  north: number;
  up: number;
  /** Speed along the path. */
  pace: number;
  speed: number;
  climb: number;
  head: number;
}

export interface Target {
  east: number;
  north: number;
  up: number;
  speed: number;
  /** Stand still at the target; otherwise it is passed at speed. */
  stop: boolean;
}

const acceleration = 3.2;
const climbLimit = 6;
const descentLimit = 5;
const near = 0.05;

/** Fastest pace along a line that keeps the climb within what the aircraft can do. */
const paceLimit = (speed: number, flat: number, rise: number): number => {
  const length = Math.hypot(flat, rise);
  if (length === 0) return speed;
  const steep = Math.abs(rise) / length;
  const vertical = rise > 0 ? climbLimit : descentLimit;
  return Math.max(0.3, Math.min(flat < 0.5 ? vertical : speed, steep > 0 ? vertical / steep : speed));
};

/**
 * Moves the body in a straight line for `seconds` at most. Returns the seconds left over after reaching
 * the target, or −1 while it is still under way.
 */
export function moveToward(body: Body, target: Target, seconds: number): number {
  const east = target.east - body.east;
  const north = target.north - body.north;
  const rise = target.up - body.up;
  const flat = Math.hypot(east, north);
  const length = Math.hypot(flat, rise);
  if (length <= near) {
    if (target.stop) halt(body);
    return seconds;
  }
  const limit = paceLimit(target.speed, flat, rise);
  const braking = target.stop ? Math.max(0.4, Math.sqrt(2 * acceleration * length)) : Infinity;
  body.pace = Math.min(body.pace + acceleration * seconds, limit, braking);
  const way = Math.min(length, body.pace * seconds);
  const part = way / length;
  body.east += east * part;
  body.north += north * part;
  body.up += rise * part;
  body.speed = (body.pace * flat) / length;
  body.climb = (body.pace * rise) / length;
  if (flat > 1) body.head = (Math.atan2(east, north) * 180) / Math.PI;
  if (part < 1) return -1;
  const used = way / body.pace;
  if (target.stop) halt(body);
  return Math.max(0, seconds - used);
}

export function halt(body: Body): void {
  body.pace = 0;
  body.speed = 0;
  body.climb = 0;
}

/** Metres from where a body is along the targets that it is to pass. */
export function lengthOf(body: Body, way: readonly Target[]): number {
  let [from, metres]: [Pick<Target, 'east' | 'north' | 'up'>, number] = [body, 0];
  for (const to of way) {
    metres += Math.hypot(to.east - from.east, to.north - from.north, to.up - from.up);
    from = to;
  }
  return metres;
}

const takeOffHeight = 10;
/** Take-off lasts six or seven seconds, the last metres of a landing about twenty: both are slow. */
const takeOffPart = 0.45;
const landingPart = 0.16;
const slowBelow = 15;

/** Straight up to the height at which a flight begins; true when it is reached. */
export const liftOff = (body: Body, seconds: number): boolean =>
  moveToward(body, { east: 0, north: 0, up: takeOffHeight, speed: 2, stop: false }, seconds * takeOffPart) >=
  0;

/** Down onto the dock; true at touch-down. */
export function touchDown(body: Body, seconds: number): boolean {
  const part = body.up > slowBelow ? 1 : landingPart;
  const down = moveToward(body, { east: 0, north: 0, up: 0, speed: 5, stop: true }, seconds * part) >= 0;
  if (down) Object.assign(body, { east: 0, north: 0, up: 0 });
  else body.climb *= part;
  return down;
}
