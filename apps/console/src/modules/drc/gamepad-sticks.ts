import { isCentred, type Sticks } from '@eyrie/domain';
import { sticksOfHands, type StickMode } from './stick-modes.ts';
import { plainRange, type AxisRange, type StickSettings } from './stick-settings.ts';

/** How an axis is read: so much of its way around the centre is none, and so much of the rest is the cube. */
export interface AxisShape {
  deadZone: number;
  /** 0 is a straight line; the more of the cube, the finer around the centre. */
  cubic: number;
}

/** Where an axis stands between its own ends, -1 to 1. */
const placed = (value: number, { least, centre, most }: AxisRange): number =>
  value >= centre ? (value - centre) / (most - centre) : (value - centre) / (centre - least);

/** What an axis of a gamepad amounts to, -1 to 1; noise, and what is no number, is the centre. */
export const shapeAxis = (
  value: number | undefined,
  { deadZone, cubic }: AxisShape,
  range: AxisRange = plainRange,
): number => {
  if (value === undefined || !Number.isFinite(value)) return 0;
  const at = placed(value, range);
  const size = Math.min(1, Math.abs(at));
  if (size <= deadZone) return 0;
  const way = (size - deadZone) / (1 - deadZone);
  return Math.sign(at) * ((1 - cubic) * way + cubic * way ** 3);
};

export type PadReading = Pick<Gamepad, 'axes' | 'connected' | 'id' | 'index' | 'mapping'>;

/** What the two sticks of a gamepad amount to, as this browser knows it. */
export const sticksOfPad = (
  { axes, id }: Pick<PadReading, 'axes' | 'id'>,
  settings: StickSettings,
  mode: StickMode = settings.mode,
): Sticks => {
  const own = settings.pads[id];
  const shape = { deadZone: Math.max(settings.deadZone, own?.rest ?? 0), cubic: settings.cubic };
  const of = (at: number): number => shapeAxis(axes[at], shape, own?.axes[at]);
  // Up is negative on a gamepad.
  return sticksOfHands({ left: { x: of(0), up: -of(1) }, right: { x: of(2), up: -of(3) } }, mode);
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

/** Which gamepad counted last, and whether it was seen at rest since it appeared there. */
export interface PadWatch {
  id: string | null;
  index: number | null;
  rested: boolean;
}
export const noPad: PadWatch = { id: null, index: null, rested: false };

/**
 * The gamepad as it is read now, null for none. One that was unplugged, or has another index, is another one: whoever
 * holds its stick meanwhile moves nothing before it was let go once.
 */
export const watchPad = (
  before: PadWatch,
  pads: readonly (PadReading | null)[],
  settings: StickSettings,
): { watch: PadWatch; pad: PadReading | null; other: string | null; sticks: Sticks | null } => {
  const { pad, other } = padThatCounts(pads, before.id);
  if (!pad) return { watch: { ...noPad, id: before.id }, pad, other, sticks: null };
  const sticks = sticksOfPad(pad, settings);
  const same = before.id === pad.id && before.index === pad.index;
  const rested = (same && before.rested) || isCentred(sticks);
  return { watch: { id: pad.id, index: pad.index, rested }, pad, other, sticks };
};

/** Each axis is what deflects it most: a key that is held is not weakened by a pad that rests. */
export const stronger = (a: Sticks, b: Sticks): Sticks => {
  const of = (axis: keyof Sticks): number => (Math.abs(b[axis]) > Math.abs(a[axis]) ? b[axis] : a[axis]);
  return { roll: of('roll'), pitch: of('pitch'), throttle: of('throttle'), yaw: of('yaw') };
};
