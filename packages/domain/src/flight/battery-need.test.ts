import { describe, expect, it } from 'vitest';
import { batteryEnough, batteryNeed, usableShare } from './battery-need.ts';

describe('the one verdict on a battery', () => {
  it('counts the whole flight and what is to be left, rounded up', () => {
    expect(batteryNeed({ share: 0.5, reserve: 0.25 })).toBe(75);
    expect(batteryNeed({ share: 0.5001, reserve: 0.25 })).toBe(76);
    expect(batteryNeed({ share: 0, reserve: 0.3 })).toBe(30);
  });

  it('is never less than a dock starts a flight with', () => {
    expect(batteryNeed({ share: 0.01, reserve: 0.2 })).toBe(30);
    expect(batteryNeed({ share: 0.11, reserve: 0.2 })).toBe(31);
  });

  it('leaves a fifth at least, whatever a plan says', () => {
    expect(batteryNeed({ share: 0.5, reserve: 0.05 })).toBe(70);
    expect(usableShare(0.05)).toBeCloseTo(0.8, 9);
    expect(usableShare(0.3)).toBeCloseTo(0.7, 9);
  });

  it('is enough up to the last percent and not beyond', () => {
    expect(batteryEnough({ share: 0.75, reserve: 0.25 })).toBe(true);
    expect(batteryEnough({ share: 0.7501, reserve: 0.25 })).toBe(false);
    expect(batteryEnough({ share: 0.8, reserve: 0.2 })).toBe(true);
  });
});
