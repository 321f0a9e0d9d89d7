import { describe, expect, it } from 'vitest';
import { takeOffProgress, takeOffToPoint, type TakeOffToPoint } from './take-off.ts';

const order: TakeOffToPoint = {
  flightId: 'f',
  lng: 113.9,
  lat: 22.5,
  ellipsoidHeight: 142.5,
  safeHeight: 60,
  returnAltitude: 100,
  lostAction: 'return',
  maxSpeed: 8,
  dockModel: '3-2-0',
};
const dataOf = (differs: Partial<TakeOffToPoint> = {}) =>
  takeOffToPoint({ ...order, ...differs }).data as Record<string, unknown>;

describe('a take-off to a point', () => {
  it('says every height that firmware would fill in by itself', () => {
    expect(dataOf()).toEqual({
      flight_id: 'f',
      target_latitude: 22.5,
      target_longitude: 113.9,
      target_height: 142.5,
      security_takeoff_height: 60,
      rth_altitude: 100,
      rth_mode: 1,
      rc_lost_action: 2,
      commander_mode_lost_action: 1,
      commander_flight_mode: 1,
      commander_flight_height: 60,
      flight_safety_advance_check: 0,
      max_speed: 8,
    });
    expect(dataOf({ lostAction: 'continue' })).toMatchObject({
      commander_mode_lost_action: 0,
      rc_lost_action: 2,
    });
  });

  it('leaves out what a dock of the first generation does not know', () => {
    const first = Object.keys(dataOf({ dockModel: '3-1-0' }));
    expect(first).toContain('commander_flight_height');
    for (const unknown of ['rth_mode', 'commander_flight_mode', 'flight_safety_advance_check'])
      expect(first).not.toContain(unknown);
  });

  it.each([
    ['safeHeight', 19],
    ['safeHeight', 1_501],
    ['safeHeight', 60.5],
    ['returnAltitude', 19],
    ['returnAltitude', 1_501],
    ['ellipsoidHeight', 1.9],
    ['ellipsoidHeight', 1_500.1],
    ['ellipsoidHeight', Number.NaN],
    ['maxSpeed', 0],
    ['maxSpeed', 16],
    ['maxSpeed', 7.5],
    ['lat', 90.1],
    ['lng', -180.1],
  ] as const)('is never sent with %s %s', (field, value) => {
    expect(() => dataOf({ [field]: value })).toThrow(RangeError);
  });

  it('is read in its progress, and nothing else is', () => {
    const said = (data: unknown, method = 'takeoff_to_point_progress') =>
      takeOffProgress({ method, data } as never);
    expect(said({ flight_id: 'f', status: 'wayline_ok', result: 0, remaining_distance: -1 })).toEqual({
      flightId: 'f',
      state: 'wayline_ok',
      result: 0,
      metresLeft: null,
      secondsLeft: null,
    });
    for (const data of [
      null,
      {},
      { flight_id: 'f' },
      { flight_id: 'f', status: 'flying' },
      { status: 'task_ready' },
    ])
      expect(said(data)).toBe(null);
    expect(said({ flight_id: 'f', status: 'task_ready' }, 'fly_to_point_progress')).toBe(null);
  });
});
