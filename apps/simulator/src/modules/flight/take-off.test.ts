import { describe, expect, it } from 'vitest';
import { readTakeOff } from './fly-to.ts';

const order = {
  flight_id: 'F',
  target_longitude: 113.95,
  target_latitude: 22.54,
  target_height: 110,
  security_takeoff_height: 60,
  commander_flight_height: 60,
  rth_altitude: 100,
  max_speed: 8,
};

describe('a take-off to a point', () => {
  it('names a way of returning, which the first generation does not know', () => {
    expect(readTakeOff(order)).toBeNull();
    expect(readTakeOff({ ...order, rth_mode: 1 })).toMatchObject({ flightId: 'F', safeHeight: 60 });
    expect(readTakeOff(order, true)).toMatchObject({ flightId: 'F', safeHeight: 60 });
  });

  it.each([{ target_height: 1_501 }, { flight_id: '' }, { max_speed: 0 }, { commander_flight_height: null }])(
    'is refused by any generation with %j',
    (wrong) => {
      expect(readTakeOff({ ...order, ...wrong }, true)).toBeNull();
    },
  );
});
