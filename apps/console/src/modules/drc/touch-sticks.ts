import type { Sticks } from '@eyrie/domain';
import { shapeAxis } from './gamepad-sticks.ts';
import { stickHands, sticksOfHands, type HandPlace, type StickHand, type StickMode } from './stick-modes.ts';

/** A finger on a stick of the screen. */
interface Finger extends HandPlace {
  pointer: number;
}
export type Touches = Readonly<Record<StickHand, Finger | null>>;
export const noTouches: Touches = { left: null, right: null };

export type TouchEvent =
  | ({ kind: 'down'; hand: StickHand; pointer: number } & HandPlace)
  | ({ kind: 'move'; pointer: number } & HandPlace)
  /** Lifted, or taken away by the browser. */
  | { kind: 'up'; pointer: number };

/** A finger rests beside the point it meant. */
const deadZone = 0.08;

const within = (value: number): number => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0);
const held = (pointer: number, { x, up }: HandPlace): Finger => ({ pointer, x: within(x), up: within(up) });

/** One finger has a stick, and one stick a finger: a second one on it counts neither now nor when the first is lifted. */
export const touched = (before: Touches, event: TouchEvent): Touches => {
  const hand = stickHands.find((one) => before[one]?.pointer === event.pointer);
  switch (event.kind) {
    case 'down':
      return hand || before[event.hand] ? before : { ...before, [event.hand]: held(event.pointer, event) };
    case 'move':
      return hand ? { ...before, [hand]: held(event.pointer, event) } : before;
    default:
      return hand ? { ...before, [hand]: null } : before;
  }
};

/** @param cubic how fine it is around the centre, as for a gamepad */
export const sticksOfTouches = ({ left, right }: Touches, mode: StickMode, cubic: number): Sticks => {
  const shape = { deadZone, cubic };
  const of = (finger: Finger | null): HandPlace => ({
    x: shapeAxis(finger?.x, shape),
    up: shapeAxis(finger?.up, shape),
  });
  return sticksOfHands({ left: of(left), right: of(right) }, mode);
};

/** Where a point of the screen lies on a stick whose box is given: its middle is 0, its borders are the ends. */
export const placeOn = (
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  at: { clientX: number; clientY: number },
): HandPlace => ({
  x: within(((at.clientX - left) / width) * 2 - 1),
  up: within(1 - ((at.clientY - top) / height) * 2),
});
