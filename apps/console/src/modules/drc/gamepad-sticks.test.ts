import { centredSticks, isCentred } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  noPad,
  padThatCounts,
  shapeAxis,
  sticksOfPad,
  stronger,
  watchPad,
  type PadReading,
} from './gamepad-sticks.ts';
import { defaultSettings, deadZones, withMeasure, type AxisRange } from './stick-settings.ts';

const pad = (differs: Partial<PadReading> = {}): PadReading => ({
  id: 'pad',
  index: 0,
  connected: true,
  mapping: 'standard',
  axes: [0, 0, 0, 0],
  ...differs,
});
const shape = { deadZone: 0.12, cubic: 0.5 };
const value = fc.double({ min: -2, max: 2, noNaN: true });
const ranges = fc.record({
  least: fc.double({ min: -1.1, max: -0.8, noNaN: true }),
  centre: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  most: fc.double({ min: 0.8, max: 1.1, noNaN: true }),
});

describe('an axis', () => {
  it('rests within its dead zone, reaches its end, and is symmetric', () => {
    for (const rest of [0, 0.12, -0.12, Number.NaN, Infinity, undefined])
      expect(Math.abs(shapeAxis(rest, shape))).toBe(0);
    expect([shapeAxis(1, shape), shapeAxis(-1, shape), shapeAxis(1.4, shape)]).toEqual([1, -1, 1]);
    fc.assert(
      fc.property(value, (a) => {
        expect(shapeAxis(-a, shape)).toBeCloseTo(-shapeAxis(a, shape), 12);
        expect(Math.abs(shapeAxis(a, shape))).toBeLessThanOrEqual(Math.min(1, Math.abs(a)));
      }),
    );
  });

  it('never falls, rests at its own centre and reaches its own ends, wherever they are', () => {
    const curve = fc.constantFrom(0, 0.5, 0.9);
    fc.assert(
      fc.property(
        value,
        value,
        ranges,
        curve,
        fc.constantFrom(...deadZones),
        (a, b, range, cubic, deadZone) => {
          const of = (one: number): number => shapeAxis(one, { deadZone, cubic }, range);
          expect(of(Math.min(a, b))).toBeLessThanOrEqual(of(Math.max(a, b)));
          expect([of(range.centre), of(range.most), of(range.least)].map((one) => one + 0)).toEqual([
            0, 1, -1,
          ]);
          expect(Math.abs(of(a))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('a gamepad', () => {
  const of = (axes: readonly number[], mode: 1 | 2 | 3 = 2) =>
    sticksOfPad(pad({ axes }), defaultSettings, mode);

  it.each([
    [1, [1, -1, 0, 0], { yaw: 1, pitch: 1 }],
    [1, [0, 0, -1, -1], { roll: -1, throttle: 1 }],
    [2, [1, -1, 0, 0], { yaw: 1, throttle: 1 }],
    [2, [0, 0, -1, -1], { roll: -1, pitch: 1 }],
    [3, [1, -1, 0, 0], { roll: 1, pitch: 1 }],
    [3, [0, 0, -1, -1], { yaw: -1, throttle: 1 }],
  ] as const)('in mode %i says by %j what it moves', (mode, axes, moved) => {
    expect(of(axes, mode)).toEqual({ ...centredSticks, ...moved });
  });

  it('that trembles, or has too few axes, says nothing', () => {
    expect(isCentred(of([0.05, -0.1, 0.11, 0]))).toBe(true);
    expect(of([])).toEqual(centredSticks);
  });

  it('is read by what was measured of it, and of no other', () => {
    const worn: AxisRange = { least: -0.7, centre: 0.2, most: 0.9 };
    const own = withMeasure(defaultSettings, 'pad', { axes: [worn, worn, worn, worn], rest: 0.25 });
    const axes = [0.9, 0.2, 0.35, 0.2];
    expect(sticksOfPad(pad({ axes }), own)).toEqual({ ...centredSticks, yaw: 1 });
    expect(sticksOfPad(pad({ id: 'other', axes: [0.2, 0, 0, 0] }), own).yaw).toBeGreaterThan(0);
  });

  it('counts by its name when its index is another, and not without the standard layout', () => {
    const other = pad({ id: 'other', index: 0 });
    expect(padThatCounts([other, null, pad({ index: 2 })], 'pad').pad?.index).toBe(2);
    expect(padThatCounts([null, other], 'pad').pad?.id).toBe('other');
    expect(padThatCounts([pad({ connected: false })], 'pad')).toEqual({ pad: null, other: null });
    expect(padThatCounts([pad({ mapping: '' })], null)).toEqual({ pad: null, other: 'pad' });
    expect(padThatCounts([], null)).toEqual({ pad: null, other: null });
  });

  it('that was held when it appeared counts once it was let go: loaded, unplugged, another index, another pad', () => {
    const held = [0, 0, 0, -1];
    const seen = (watch: typeof noPad, ...pads: PadReading[]) => watchPad(watch, pads, defaultSettings).watch;
    const loaded = seen(noPad, pad({ axes: held }));
    expect(loaded.rested).toBe(false);
    const rested = seen(loaded, pad());
    expect(rested.rested).toBe(true);
    expect(seen(rested, pad({ axes: held })).rested).toBe(true);
    expect(seen(seen(rested), pad({ axes: held })).rested).toBe(false);
    expect(seen(rested, pad({ axes: held, index: 1 })).rested).toBe(false);
    expect(seen(rested, pad({ axes: held, id: 'other' })).rested).toBe(false);
  });

  it('moves nothing before it was seen at rest since it appeared, whatever happens to it', () => {
    const reading = fc.option(
      fc.record({
        id: fc.constantFrom('pad', 'other'),
        index: fc.constantFrom(0, 1),
        ahead: fc.constantFrom(0, 0.05, -1, Number.NaN),
      }),
    );
    fc.assert(
      fc.property(fc.array(reading), (readings) => {
        let watch = noPad;
        let last: string | null = null;
        let wasLetGo = false;
        for (const one of readings) {
          const pads = one ? [pad({ ...one, axes: [0, 0, 0, one.ahead] })] : [];
          const next = watchPad(watch, pads, defaultSettings);
          const now = one && `${one.id} ${one.index}`;
          if (now !== last) wasLetGo = false;
          if (one?.ahead !== -1) wasLetGo = one !== null;
          expect(next.watch.rested).toBe(wasLetGo);
          [watch, last] = [next.watch, now];
        }
      }),
    );
  });

  it('that rests weakens no key', () => {
    const keys = { ...centredSticks, pitch: 0.5, roll: -0.2 };
    expect(stronger(keys, { ...centredSticks, roll: 0.9 })).toEqual({ ...keys, roll: 0.9 });
  });
});
