import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAt, isLate, workingDays } from './order-target.ts';

const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);
const office = { days: 'mondayToFriday', fromHour: 8, toHour: 18 } as const;

describe('a target in working hours', () => {
  it.each([
    // A Tuesday in Shanghai.
    ['2027-03-02T09:00+08:00', 4, '2027-03-02T13:00+08:00'],
    ['2027-03-02T16:00+08:00', 4, '2027-03-03T10:00+08:00'],
    ['2027-03-02T03:00+08:00', 1, '2027-03-02T09:00+08:00'],
    // Over the weekend, and begun in it.
    ['2027-03-05T17:00+08:00', 2, '2027-03-08T09:00+08:00'],
    ['2027-03-06T12:00+08:00', 10, '2027-03-08T18:00+08:00'],
  ])('begun at %s, %d hours long, is due at %s', (from, hours, due) => {
    expect(dueAt(at(from), hours, office, 'Asia/Shanghai')).toBe(at(due));
  });

  it('around the clock counts every hour, also where clocks are put on', () => {
    const always = { days: 'everyDay', fromHour: 0, toHour: 24 } as const;
    expect(dueAt(at('2027-03-27T12:00Z'), 24, always, 'Europe/Berlin')).toBe(at('2027-03-28T12:00Z'));
    const nights = { days: 'everyDay', fromHour: 0, toHour: 6 } as const;
    // The night is an hour short.
    expect(dueAt(at('2027-03-28T00:00+01:00'), 6, nights, 'Europe/Berlin')).toBe(
      at('2027-03-29T01:00+02:00'),
    );
  });

  it('is never before as many hours have passed, and later the longer it is', () => {
    fc.assert(
      fc.property(
        fc.record({
          from: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
          hours: fc.integer({ min: 1, max: 300 }),
          days: fc.constantFrom(...workingDays),
          fromHour: fc.integer({ min: 0, max: 23 }),
          length: fc.integer({ min: 1, max: 24 }),
          zone: fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Europe/Berlin'),
        }),
        ({ from, hours, days, fromHour, length, zone }) => {
          const working = { days, fromHour, toHour: Math.min(24, fromHour + length) };
          const due = dueAt(from, hours, working, zone);
          expect(due).toBeGreaterThanOrEqual(from + hours * hour);
          expect(dueAt(from, hours + 1, working, zone)).toBeGreaterThan(due);
        },
      ),
    );
  });

  it('makes an order late that is open; without one it is late after a time', () => {
    const order = { dueAt: 50, createdAt: 0, open: true };
    expect(isLate(order, 50, 10)).toBe(false);
    expect(isLate(order, 51, 10)).toBe(true);
    expect(isLate({ ...order, open: false }, 51, 10)).toBe(false);
    expect(isLate({ ...order, dueAt: null }, 11, 10)).toBe(true);
  });
});
