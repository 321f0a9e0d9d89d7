import { beforeEach, expect, test } from 'vitest';
import { forgetServerTime, learnServerTime, serverTime } from './server-time.ts';

beforeEach(() => forgetServerTime());

test('nothing is known before the first answer', () => {
  expect(serverTime(0)).toBeNull();
});

test('an answer is made half-way between call and return', () => {
  learnServerTime(1_000_050, 0, 100);
  expect(serverTime(100)).toBe(1_000_100);
});

test('an answer that was held for eight seconds does not spoil what a short one told', () => {
  learnServerTime(1_000_005, 0, 10);
  learnServerTime(1_001_000, 1_000, 9_000);
  expect(serverTime(9_000)).toBe(1_009_000);
});

test('a shorter answer makes it better', () => {
  learnServerTime(1_000_000, 0, 1_000);
  learnServerTime(1_002_005, 2_000, 2_010);
  expect(serverTime(3_000)).toBe(1_003_000);
});

test('what cannot be true any more gives way to a longer answer', () => {
  learnServerTime(1_000_005, 0, 10);
  // The computer slept for an hour, and its monotonic clock with it.
  learnServerTime(4_601_500, 1_000, 2_000);
  expect(serverTime(2_000)).toBe(4_602_000);
});
