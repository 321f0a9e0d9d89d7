import { describe, expect, it } from 'vitest';
import { minutesLeft, recordCharge, type Charge } from './power.ts';

const minute = 60_000;
const after = (...charges: [minutes: number, percent: number][]): readonly Charge[] =>
  charges.reduce<readonly Charge[]>(
    (noted, [minutes, percent]) => recordCharge(noted, { at: minutes * minute, percent }),
    [],
  );

describe('the time that the power of a controller lasts', () => {
  it('comes from how fast the charge fell', () => {
    expect(minutesLeft(after([0, 80], [1, 79], [1.5, 79], [3, 78], [5, 77]))).toBe(154);
  });
  it('is not known before two percents went in three minutes between moments that are known', () => {
    expect(minutesLeft(after([0, 80]))).toBeNull();
    expect(minutesLeft(after([0, 80], [10, 79]))).toBeNull();
    expect(minutesLeft(after([0, 80], [1, 79], [2, 77]))).toBeNull();
    expect(minutesLeft(after([0, 80], [1, 79], [9, 78]))).toBeNull();
    expect(minutesLeft(after([0, 80], [1, 79], [9, 77]))).not.toBeNull();
  });
  it('is not known while it is charged, and forgets how it fell before', () => {
    expect(minutesLeft(after([0, 80], [1, 79], [5, 77], [6, 78]))).toBeNull();
    expect(minutesLeft(after([0, 80], [1, 79], [5, 77], [6, 78], [7, 77]))).toBeNull();
  });
  it('forgets a fall of long ago', () => {
    expect(minutesLeft(after([0, 80], [1, 79], [2, 70], [30, 69], [34, 67]))).toBeNull();
  });
});
