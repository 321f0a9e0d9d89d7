import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyHour } from './due-time.ts';

const at = (text: string): number => Date.parse(text);
const text = (moment: number): string => new Date(moment).toISOString();

describe('a daily hour', () => {
  it('lies in its zone, whatever zone the server is in', () => {
    const { last, next } = dailyHour(3, 'Asia/Shanghai', at('2026-11-21T08:00:00Z'));
    expect([text(last), text(next)]).toEqual(['2026-11-20T19:00:00.000Z', '2026-11-21T19:00:00.000Z']);
    // The moment itself is due, and the next one is a day on.
    expect(text(dailyHour(3, 'Asia/Shanghai', at('2026-11-21T19:00:00Z')).last)).toBe(
      '2026-11-21T19:00:00.000Z',
    );
  });

  it('comes once on the days on which clocks change', () => {
    // In Berlin 02:00 is left out on 29 March 2026, and 02:00 comes twice on 25 October.
    const spring = dailyHour(2, 'Europe/Berlin', at('2026-03-29T12:00:00Z')).last;
    expect(text(spring)).toBe('2026-03-29T01:00:00.000Z');
    const autumn = dailyHour(2, 'Europe/Berlin', at('2026-10-25T00:30:00Z'));
    expect([text(autumn.last), text(autumn.next)]).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ]);
  });

  it('is always at most a day and an hour away, on both sides', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe'),
        fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        (hour, zone, moment) => {
          const { last, next } = dailyHour(hour, zone, moment);
          expect(last).toBeLessThanOrEqual(moment);
          expect(next).toBeGreaterThan(moment);
          expect(next - last).toBeLessThanOrEqual(25 * 3_600_000);
          expect(next - last).toBeGreaterThanOrEqual(23 * 3_600_000);
        },
      ),
      { numRuns: 300 },
    );
  });
});
