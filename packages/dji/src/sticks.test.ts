import { expect, it } from 'vitest';
import { centredSticks } from '@eyrie/domain';
import { encodeHeartbeat, encodeSticks } from './sticks.ts';

it('says sticks as docks know them', () => {
  const sticks = { roll: 1, pitch: 0.5, throttle: 0, yaw: -1 };
  expect(JSON.parse(encodeSticks(12, sticks))).toEqual({
    seq: 12,
    method: 'stick_control',
    data: { roll: 1684, pitch: 1354, throttle: 1024, yaw: 364 },
  });
  expect(JSON.parse(encodeHeartbeat(13, 1_700_000_000_000.4))).toEqual({
    seq: 13,
    method: 'heart_beat',
    data: { timestamp: 1_700_000_000_000 },
  });
});

it.each([Number.NaN, 1.0001, -1e9, Infinity])('says nothing of a deflection of %s', (yaw) => {
  expect(() => encodeSticks(1, { ...centredSticks, yaw })).toThrow(RangeError);
});
