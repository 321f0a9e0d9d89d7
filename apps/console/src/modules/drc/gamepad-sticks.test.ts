import { centredSticks, isCentred } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { padThatCounts, shapeAxis, sticksOfPad, stronger, type PadReading } from './gamepad-sticks.ts';

const pad = (differs: Partial<PadReading> = {}): PadReading => ({
  id: 'pad',
  index: 0,
  connected: true,
  mapping: 'standard',
  axes: [0, 0, 0, 0],
  ...differs,
});

describe('an axis', () => {
  it('rests within its dead zone, reaches its end, and is symmetric and never falls', () => {
    for (const value of [0, 0.12, -0.12, Number.NaN, Infinity, undefined])
      expect(Math.abs(shapeAxis(value))).toBe(0);
    expect([shapeAxis(1), shapeAxis(-1), shapeAxis(1.4)]).toEqual([1, -1, 1]);
    const axis = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(axis, axis, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(shapeAxis(low)).toBeLessThanOrEqual(shapeAxis(high));
        expect(shapeAxis(-a)).toBeCloseTo(-shapeAxis(a), 12);
        expect(Math.abs(shapeAxis(a))).toBeLessThanOrEqual(Math.min(1, Math.abs(a)));
      }),
    );
  });
});

describe('a gamepad', () => {
  it('says height and turning on the left, the way on the right', () => {
    expect(sticksOfPad(pad({ axes: [1, -1, 0, 0] }))).toEqual({ ...centredSticks, yaw: 1, throttle: 1 });
    expect(sticksOfPad(pad({ axes: [0, 0, -1, -1] }))).toEqual({ ...centredSticks, roll: -1, pitch: 1 });
    expect(isCentred(sticksOfPad(pad({ axes: [0.05, -0.1, 0.11, 0] })))).toBe(true);
    expect(sticksOfPad(pad({ axes: [] }))).toEqual(centredSticks);
  });

  it('counts by its name when its index is another, and not without the standard layout', () => {
    const other = pad({ id: 'other', index: 0 });
    expect(padThatCounts([other, null, pad({ index: 2 })], 'pad').pad?.index).toBe(2);
    expect(padThatCounts([null, other], 'pad').pad?.id).toBe('other');
    expect(padThatCounts([pad({ connected: false })], 'pad')).toEqual({ pad: null, other: null });
    expect(padThatCounts([pad({ mapping: '' })], null)).toEqual({ pad: null, other: 'pad' });
    expect(padThatCounts([], null)).toEqual({ pad: null, other: null });
  });

  it('that rests weakens no key', () => {
    const keys = { ...centredSticks, pitch: 0.5, roll: -0.2 };
    expect(stronger(keys, { ...centredSticks, roll: 0.9 })).toEqual({ ...keys, roll: 0.9 });
  });
});
