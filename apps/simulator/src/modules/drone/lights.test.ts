import { decodeDrcUp } from '@eyrie/dji';
import { expect, it } from 'vitest';
import { standingDrone } from './drone.ts';
import { droneState, setLights } from './lights.ts';

const drone = () => standingDrone({ lng: 113.9, lat: 22.5, heading: 0 });

it('puts its lights out and says so, in the words that the product reads', () => {
  const one = drone();
  const reported = () => decodeDrcUp('drc_drone_state_push', droneState(one));
  expect(reported()).toEqual({ kind: 'stealth', on: false });
  expect(setLights(one, 'drc_stealth_state_set', { stealth_state: 1 })).toBe(0);
  expect(reported()).toEqual({ kind: 'stealth', on: true });
  expect(setLights(one, 'drc_stealth_state_set', { stealth_state: 0 })).toBe(0);
  expect(reported()).toEqual({ kind: 'stealth', on: false });
});

it.each([null, {}, { stealth_state: 2 }, { stealth_state: '1' }])('takes nothing of %j', (data) => {
  const one = drone();
  expect(setLights(one, 'drc_stealth_state_set', data)).toBe(514_171);
  expect(one.stealth).toBe(false);
});

it('leaves orders to others alone', () => {
  expect(setLights(drone(), 'drc_light_mode_set', { mode: 1 })).toBeNull();
});
