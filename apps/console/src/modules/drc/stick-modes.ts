import type { Sticks } from '@eyrie/domain';

/** The modes of the trade: what lies on which of the two sticks. */
export const stickModes = [1, 2, 3] as const;
export type StickMode = (typeof stickModes)[number];

export const stickHands = ['left', 'right'] as const;
export type StickHand = (typeof stickHands)[number];

/** How far a stick is moved to the right and up, -1 to 1 each. */
export interface HandPlace {
  x: number;
  up: number;
}

type Axis = keyof Sticks;
/** The axis that a stick moves across, and the one that it moves up and down. */
export const axesOfHand: Readonly<
  Record<StickMode, Readonly<Record<StickHand, Readonly<Record<keyof HandPlace, Axis>>>>>
> = {
  1: { left: { x: 'yaw', up: 'pitch' }, right: { x: 'roll', up: 'throttle' } },
  2: { left: { x: 'yaw', up: 'throttle' }, right: { x: 'roll', up: 'pitch' } },
  3: { left: { x: 'roll', up: 'pitch' }, right: { x: 'yaw', up: 'throttle' } },
};

export const sticksOfHands = (hands: Readonly<Record<StickHand, HandPlace>>, mode: StickMode): Sticks => {
  const { left, right } = axesOfHand[mode];
  // Never a negative zero: it would not count as the centre everywhere.
  const moved: Partial<Record<Axis, number>> = {
    [left.x]: hands.left.x + 0,
    [left.up]: hands.left.up + 0,
    [right.x]: hands.right.x + 0,
    [right.up]: hands.right.up + 0,
  };
  const { roll = 0, pitch = 0, throttle = 0, yaw = 0 } = moved;
  return { roll, pitch, throttle, yaw };
};

/** Where a stick of a hand stands for what the axes are at. */
export const placeOfHand = (sticks: Sticks, hand: StickHand, mode: StickMode): HandPlace => {
  const { x, up } = axesOfHand[mode][hand];
  return { x: sticks[x], up: sticks[up] };
};
