import type { Sticks } from '@eyrie/domain';

/** A worn stick rests beside its centre: so much of its way is none. */
const deadZone = 0.12;
/** 0 is a straight line; the more of the cube, the finer around the centre. */
const cubic = 0.5;

/** What an axis of a gamepad amounts to, -1 to 1; noise, and what is no number, is the centre. */
export const shapeAxis = (value: number | undefined): number => {
  if (value === undefined || !Number.isFinite(value)) return 0;
  const size = Math.min(1, Math.abs(value));
  if (size <= deadZone) return 0;
  const way = (size - deadZone) / (1 - deadZone);
  return Math.sign(value) * ((1 - cubic) * way + cubic * way ** 3);
};

export type PadReading = Pick<Gamepad, 'axes' | 'connected' | 'id' | 'index' | 'mapping'>;

/** Left stick: height and turning; right stick: the way. Up is negative on a gamepad. */
export const sticksOfPad = ({ axes }: Pick<PadReading, 'axes'>): Sticks => {
  const [yaw, up, roll, ahead] = [0, 1, 2, 3].map((at) => shapeAxis(axes[at]));
  // Never a negative zero: it would not count as the centre everywhere.
  const plain = (value: number | undefined): number => (value ?? 0) + 0;
  return { roll: plain(roll), pitch: plain(-(ahead ?? 0)), throttle: plain(-(up ?? 0)), yaw: plain(yaw) };
};

/**
 * The gamepad that counts. One that was plugged in again has another index, so it is found by its own name; it has the
 * standard layout, or it moves nothing.
 * @param before name of the one that counted before
 */
export const padThatCounts = (
  pads: readonly (PadReading | null)[],
  before: string | null,
): { pad: PadReading | null; other: string | null } => {
  const there = pads.filter((pad): pad is PadReading => pad !== null && pad.connected);
  const usable = there.filter(({ mapping }) => mapping === 'standard');
  const pad = usable.find(({ id }) => id === before) ?? usable[0] ?? null;
  return { pad, other: pad ? null : (there[0]?.id ?? null) };
};

/** Each axis is what deflects it most: a key that is held is not weakened by a pad that rests. */
export const stronger = (a: Sticks, b: Sticks): Sticks => {
  const of = (axis: keyof Sticks): number => (Math.abs(b[axis]) > Math.abs(a[axis]) ? b[axis] : a[axis]);
  return { roll: of('roll'), pitch: of('pitch'), throttle: of('throttle'), yaw: of('yaw') };
};
