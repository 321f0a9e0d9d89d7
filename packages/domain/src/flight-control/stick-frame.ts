import { z } from 'zod';
import { limits } from '../limits.ts';

const { beyond, corner } = limits.drc.sticks;

export const stickAxes = ['roll', 'pitch', 'throttle', 'yaw'] as const;
/** Deflections, each -1 to 1: to the right, forward, up, clockwise. */
export type Sticks = Readonly<Record<(typeof stickAxes)[number], number>>;

export const centredSticks: Sticks = { roll: 0, pitch: 0, throttle: 0, yaw: 0 };
export const isCentred = (sticks: Sticks): boolean => stickAxes.every((axis) => sticks[axis] === 0);

/** Whether these sticks stand where controllers start and stop motors, whichever corner a model takes for it. */
export const isMotorCorner = (sticks: Sticks): boolean =>
  stickAxes.every((axis) => Math.abs(sticks[axis]) > corner);

/** A gamepad may say a little more than all of it; what is far beyond was never a stick. */
const deflection = z
  .number()
  .min(-beyond)
  .max(beyond)
  .transform((value) => Math.max(-1, Math.min(1, value)));

/** What a page says of its sticks, ten times a second. */
export const stickFrame = z.strictObject({
  /** Of the lease of the page. */
  epoch: z.number().int().nonnegative(),
  /** Rises with every frame of a page. */
  seq: z.number().int().nonnegative(),
  /** When the sticks were read, ms of the monotonic clock of the page. */
  at: z.number().nonnegative(),
  sticks: z.strictObject({ roll: deflection, pitch: deflection, throttle: deflection, yaw: deflection }),
});
export type StickFrame = z.output<typeof stickFrame>;
