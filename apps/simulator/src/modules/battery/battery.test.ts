import { describe, expect, it } from 'vitest';
import { advanceBattery, millivolts, type Battery } from './battery.ts';

const battery = (cycles: number, more: Partial<Battery> = {}): Battery => ({
  percent: 80,
  temperature: 20,
  charging: false,
  cycles,
  charged: 0,
  ...more,
});
const inFlight = { load: 'flying', ratedSeconds: 2_400, wind: 3, ambient: 20 } as const;

describe('a battery that ages', () => {
  it('lasts shorter and becomes warmer in the same flight', () => {
    const [fresh, worn] = [battery(0), battery(390)];
    for (const one of [fresh, worn]) advanceBattery(one, 600, inFlight);
    expect(worn.percent).toBeLessThan(fresh.percent - 4);
    expect(fresh.temperature).toBeGreaterThan(35);
    expect(worn.temperature).toBeGreaterThan(fresh.temperature + 5);
  });

  it('sags, and its packs drift apart', () => {
    const spread = (one: Battery): number => millivolts(one, 0) - millivolts(one, 1);
    expect(millivolts(battery(390))).toBeLessThan(millivolts(battery(0)));
    expect(spread(battery(390))).toBeGreaterThan(spread(battery(0)) * 5);
  });

  it('counts a cycle for every hundred percent that were charged', () => {
    const one = battery(41, { percent: 0, charging: true });
    const charge = (seconds: number): void =>
      advanceBattery(one, seconds, { load: 'off', ratedSeconds: 2_400, wind: 0, ambient: 20 });
    charge(1_200);
    expect(one.cycles).toBe(41);
    one.percent = 0;
    charge(1_300);
    expect(one.cycles).toBe(42);
  });
});
