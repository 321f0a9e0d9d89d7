import { centredSticks, isCentred, stickAxes } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stickModes } from './stick-modes.ts';
import {
  noTouches,
  placeOn,
  sticksOfTouches,
  touched,
  type TouchEvent,
  type Touches,
} from './touch-sticks.ts';

const after = (...events: TouchEvent[]): Touches => events.reduce(touched, noTouches);
const sticks = (touches: Touches) => sticksOfTouches(touches, 2, 0);
const down = (hand: 'left' | 'right', pointer: number, x: number, up: number): TouchEvent => ({
  kind: 'down',
  hand,
  pointer,
  x,
  up,
});

describe('sticks on the screen', () => {
  it('are each moved by a finger of their own, at the same time', () => {
    const both = after(down('left', 1, 0, 1), down('right', 2, -1, 0));
    expect(sticks(both)).toEqual({ ...centredSticks, throttle: 1, roll: -1 });
    const moved = touched(both, { kind: 'move', pointer: 2, x: 0, up: -5 });
    expect(sticks(moved)).toEqual({ ...centredSticks, throttle: 1, pitch: -1 });
  });

  it('are centred when the finger is lifted, and a second finger takes nothing over', () => {
    const two = after(down('left', 1, 0, 1), down('left', 2, 1, 0), down('right', 1, 1, 1));
    expect(sticks(two)).toEqual({ ...centredSticks, throttle: 1 });
    const lifted = touched(two, { kind: 'up', pointer: 1 });
    expect(lifted).toEqual(noTouches);
    expect(touched(lifted, { kind: 'move', pointer: 2, x: 1, up: 1 })).toEqual(noTouches);
  });

  it('lie where the finger is, up to their borders', () => {
    const box = { left: 100, top: 200, width: 140, height: 140 };
    expect(placeOn(box, { clientX: 170, clientY: 270 })).toEqual({ x: 0, up: 0 });
    expect(placeOn(box, { clientX: 240, clientY: 200 })).toEqual({ x: 1, up: 1 });
    expect(placeOn(box, { clientX: -900, clientY: 9_000 })).toEqual({ x: -1, up: -1 });
    expect(placeOn({ ...box, width: 0 }, { clientX: 100, clientY: 270 })).toEqual({ x: 0, up: 0 });
  });

  it('say nothing without a finger, and never more than a stick can', () => {
    const place = fc.record({ x: fc.double(), up: fc.double() });
    const pointer = fc.integer({ min: 1, max: 4 });
    const event = fc.oneof(
      fc
        .tuple(fc.constantFrom('left', 'right'), pointer, place)
        .map(([hand, id, at]): TouchEvent => ({ kind: 'down', hand, pointer: id, ...at })),
      fc.tuple(pointer, place).map(([id, at]): TouchEvent => ({ kind: 'move', pointer: id, ...at })),
      pointer.map((id): TouchEvent => ({ kind: 'up', pointer: id })),
    );
    fc.assert(
      fc.property(fc.array(event), fc.constantFrom(...stickModes), (events, mode) => {
        let touches = noTouches;
        const fingers = new Set<number>();
        for (const one of events) {
          touches = touched(touches, one);
          if (one.kind === 'down') fingers.add(one.pointer);
          if (one.kind === 'up') fingers.delete(one.pointer);
          const said = sticksOfTouches(touches, mode, 0.5);
          for (const axis of stickAxes) expect(Math.abs(said[axis])).toBeLessThanOrEqual(1);
          if (fingers.size === 0) expect(isCentred(said)).toBe(true);
        }
        for (const id of fingers) touches = touched(touches, { kind: 'up', pointer: id });
        expect(touches).toEqual(noTouches);
      }),
    );
  });
});
