import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airTime,
  groundSpeed,
  planArea,
  splitByBattery,
  type BatteryOptions,
  type BatteryPart,
} from '../index.ts';
import { corner, faultOf, rectangle } from './area.fixture.ts';

const plan = planArea({ parts: [[rectangle(0, 0, 1000, 600)]] }, { spacing: 25, course: 90 });
const options: BatteryOptions = {
  home: corner,
  speed: 10,
  rated: 1800,
  ratedSpeed: 10,
  reserve: 25,
};

describe('time in the air', () => {
  it('is shorter the faster one flies', () => {
    expect(airTime(34 * 60, 6, 11.5) / 60).toBeCloseTo(17.98, 2);
    expect(airTime(2000, 6, 6)).toBe(2000);
  });
});

describe('speed over the ground', () => {
  it('is lower against the wind and across it, and never higher with it', () => {
    expect(groundSpeed(10, 0, { speed: 4, from: 0 })).toBeCloseTo(6, 9);
    expect(groundSpeed(10, 180, { speed: 4, from: 0 })).toBe(10);
    expect(groundSpeed(10, 90, { speed: 6, from: 0 })).toBeCloseTo(8, 9);
    expect(groundSpeed(10, 90, undefined)).toBe(10);
  });

  it('is none in a storm', () => {
    for (const from of [0, 90])
      expect(faultOf(() => groundSpeed(10, 0, { speed: 12, from }))).toMatchObject({
        code: 'windTooStrong',
        field: 'wind.speed',
        value: 12,
        max: 10,
      });
  });
});

describe('parts by battery', () => {
  const whole = (parts: readonly BatteryPart[]) => {
    expect(parts[0]?.first).toBe(0);
    expect(parts.at(-1)?.last).toBe(plan.strips.length - 1);
    for (const [at, part] of parts.slice(1).entries()) expect(part.first).toBe((parts[at]?.last ?? 0) + 1);
  };

  it('are cut between lines, each within what is usable', () => {
    const parts = splitByBattery(plan, options);
    expect(parts.length).toBeGreaterThan(1);
    whole(parts);
    for (const { out, work, home, total } of parts) {
      expect(total).toBeCloseTo(out + work + home, 9);
      expect(total).toBeLessThanOrEqual(1350);
    }
    expect(splitByBattery(plan, { ...options, rated: 1e6 })).toHaveLength(1);
    expect(splitByBattery({ strips: [], transits: [] }, options)).toEqual([]);
  });

  it('are more in wind and with a longer way out', () => {
    const windless = splitByBattery(plan, options).length;
    expect(splitByBattery(plan, { ...options, wind: { speed: 7, from: 90 } }).length).toBeGreaterThan(
      windless,
    );
    expect(splitByBattery(plan, { ...options, overhead: 400 }).length).toBeGreaterThan(windless);
  });

  it('are refused where one line alone takes too long', () => {
    const fault = faultOf(() => splitByBattery(plan, { ...options, rated: 120 }));
    expect(fault).toMatchObject({ code: 'lineTooLong', max: 90 });
    expect(fault?.value).toBeGreaterThan(90);
    expect(faultOf(() => splitByBattery(plan, { ...options, reserve: 100 }))?.field).toBe('reserve');
    expect(faultOf(() => splitByBattery(plan, { ...options, speed: 0 }))?.field).toBe('speed');
  });

  it('make up the whole, whatever the battery and the wind', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 600, max: 6000 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: -360, max: 1000 }),
        fc.integer({ min: 0, max: 60 }),
        (rated, wind, from, reserve) => {
          const asked = { ...options, rated, reserve, wind: { speed: wind, from } };
          const fault = faultOf(() => splitByBattery(plan, asked));
          if (fault) {
            expect(fault.code).toBe('lineTooLong');
            return;
          }
          const parts = splitByBattery(plan, asked);
          whole(parts);
          for (const { total } of parts)
            expect(total).toBeLessThanOrEqual(airTime(rated, 10, 10) * (1 - reserve / 100));
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
