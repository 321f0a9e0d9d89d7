import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSize, sampleStanding } from './sample.ts';

const figure = fc.nat({ max: 50 });
const figures = fc.record({ confirmed: figure, falseAlarm: figure, corrected: figure, left: figure });

describe('a sample', () => {
  it('speaks for the others only when all of it was looked at and nothing differs', () => {
    fc.assert(
      fc.property(figures, (found) => {
        const { confirmed, falseAlarm, corrected, left } = found;
        const standing = sampleStanding(found);
        if (standing === 'confirmed') expect([falseAlarm, corrected, left]).toEqual([0, 0, 0]);
        if (standing === 'falseAlarm') expect([confirmed, corrected, left]).toEqual([0, 0, 0]);
        if (standing === 'confirmed' || standing === 'falseAlarm')
          expect(confirmed + falseAlarm).toBeGreaterThan(0);
      }),
    );
  });

  it('that differs never agrees again, whatever else is found', () => {
    fc.assert(
      fc.property(figures, figures, (found, more) => {
        if (sampleStanding(found) !== 'differs') return;
        const later = {
          confirmed: found.confirmed + more.confirmed,
          falseAlarm: found.falseAlarm + more.falseAlarm,
          corrected: found.corrected + more.corrected,
          left: more.left,
        };
        expect(sampleStanding(later)).toBe('differs');
      }),
    );
  });

  it('agrees where it does, one way or the other', () => {
    const none = { confirmed: 0, falseAlarm: 0, corrected: 0, left: 0 };
    expect(sampleStanding({ ...none, confirmed: 20 })).toBe('confirmed');
    expect(sampleStanding({ ...none, falseAlarm: 20 })).toBe('falseAlarm');
    expect(sampleStanding({ ...none, confirmed: 19, left: 1 })).toBe('open');
    expect(sampleStanding(none)).toBe('open');
  });

  it('is the share, never less than twenty, never more than there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 10, max: 100 }),
        (population, share) => {
          const size = sampleSize(population, share);
          expect(size).toBeLessThanOrEqual(population);
          expect(size).toBeGreaterThanOrEqual(Math.min(population, 20));
          expect(size * 100).toBeGreaterThanOrEqual(Math.min(population * share, population * 100));
        },
      ),
    );
  });
});
