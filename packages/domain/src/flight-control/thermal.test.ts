import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gainRanges, isothermRefusal, paletteRefusal, thermalGains } from './thermal.ts';

const unset = { gain: null, isothermLow: null, isothermHigh: null };

describe('limits of the isotherm', () => {
  it.each([
    ['low', -20, unset, null],
    ['low', -20.1, unset, 'isothermRange'],
    ['high', 500, unset, null],
    ['high', 500.1, unset, 'isothermRange'],
    ['low', -1, { ...unset, gain: thermalGains.low }, 'isothermRange'],
    ['high', 500, { ...unset, gain: thermalGains.low }, null],
    ['high', 150, { ...unset, gain: thermalGains.high }, null],
    ['high', 151, { ...unset, gain: thermalGains.high }, 'isothermRange'],
    ['low', 40, { ...unset, isothermHigh: 40 }, 'isothermOrder'],
    ['low', 39.9, { ...unset, isothermHigh: 40 }, null],
    ['high', 10, { ...unset, isothermLow: 10 }, 'isothermOrder'],
    ['high', 10, { ...unset, isothermHigh: 5 }, null],
  ] as const)('%s of %d with %j', (side, value, facts, reason) => {
    expect(isothermRefusal(side, value, facts)).toBe(reason);
  });

  it('that are taken lie within the gain and in their order, whatever was set before', () => {
    const degrees = fc.double({ min: -100, max: 700, noNaN: true });
    const gain = fc.constantFrom('auto', 'low', 'high');
    fc.assert(
      fc.property(gain, fc.array(fc.tuple(fc.constantFrom('low', 'high'), degrees)), (name, asked) => {
        const facts = { gain: thermalGains[name], isothermLow: null, isothermHigh: null };
        const held: { isothermLow: number | null; isothermHigh: number | null } = facts;
        for (const [side, value] of asked)
          if (isothermRefusal(side, value, { ...facts, ...held }) === null)
            held[side === 'low' ? 'isothermLow' : 'isothermHigh'] = value;
        const { isothermLow: low, isothermHigh: high } = held;
        const [least, most] = gainRanges[name];
        if (low !== null) expect(low >= least && low <= most).toBe(true);
        if (low !== null && high !== null) expect(low).toBeLessThan(high);
      }),
    );
  });
});

it('a palette that the camera does not name is not asked for, where it names any', () => {
  expect(paletteRefusal(6, { palettes: [0, 1] })).toBe('paletteMissing');
  expect(paletteRefusal(1, { palettes: [0, 1] })).toBe(null);
  expect(paletteRefusal(6, { palettes: [] })).toBe(null);
});
