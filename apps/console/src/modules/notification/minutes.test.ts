import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minuteOf, minuteText } from './minutes.ts';

it('minutes of the day go there and back as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_439 }), (at) => {
      expect(minuteOf(minuteText(at))).toBe(at);
    }),
  );
});

it('what is half typed is no time', () => {
  expect(['', '2', '24:00', '12:60', '1:00', '12:3'].map(minuteOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
