import { describe, expect, it } from 'vitest';
import { summaryOf, type SummaryOptions, type TimedPoint } from '../index.ts';
import { faultOf } from './area.fixture.ts';
import { pointAt } from './terrain.fixture.ts';

const options: SummaryOptions = {
  home: pointAt(0, 0, 20),
  safeHeight: 30,
  returnHeight: 100,
  transitSpeed: 10,
  climbSpeed: 5,
  descentSpeed: 3,
};
const stop = { kind: 'stop' } as const;
const route: TimedPoint[] = [
  { ...pointAt(100, 0, 80), speed: 10, turn: stop },
  { ...pointAt(200, 0, 80), speed: 10, turn: stop },
  { ...pointAt(200, 100, 60), speed: 10, turn: stop },
];

describe('the summary of a route', () => {
  it('has its legs, its climbs and the ways before and after apart', () => {
    const { length, climb, descent, time, out, back, total } = summaryOf(route, options);
    expect(length).toBeCloseTo(100 + Math.hypot(100, 20), 1);
    expect([climb, descent]).toEqual([0, 20]);
    expect(time.total).toBeCloseTo(14.436 + 14.436 + (Math.hypot(100, 20) - 100) / 10, 1);
    // 60 m up to the first point at 5 m/s, 100 m across at 10 m/s.
    expect(out.length).toBeCloseTo(160, 1);
    expect(out.seconds).toBeCloseTo(60 / 5 + 2.8834 + 14.436, 1);
    // 60 m up to the return height, across, 100 m down.
    expect(back.length).toBeCloseTo(60 + Math.hypot(200, 100) + 100, 1);
    expect(total).toBeCloseTo(time.total + out.seconds + back.seconds, 9);
  });

  it('is nothing without a point', () => {
    expect(summaryOf([], options)).toMatchObject({ length: 0, climb: 0, total: 0 });
    expect(faultOf(() => summaryOf(route, { ...options, climbSpeed: 0 }))?.field).toBe('climbSpeed');
  });
});
