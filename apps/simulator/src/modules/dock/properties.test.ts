import { expect, it } from 'vitest';
import { standingDrone } from '../drone/index.ts';
import type { DockState } from './dock.state.ts';
import { setProperties } from './properties.ts';

it('takes what is set of a thermal camera while the aircraft is on, and answers by its field', () => {
  const drone = standingDrone({ lng: 113.95, lat: 22.54, heading: 0 });
  const set = (fields: object) => setProperties({ '81-0-0': fields }, { settings: {} } as DockState, drone);
  expect(set({ thermal_gain_mode: 1 })).toEqual({ '81-0-0': { thermal_gain_mode: { result: 1 } } });
  drone.powered = true;
  expect(set({ thermal_gain_mode: 1 })).toEqual({ '81-0-0': { thermal_gain_mode: { result: 0 } } });
  expect(drone.camera.thermal).toMatchObject({ thermal_gain_mode: 1 });
  expect(set({ thermal_gain_mode: 'high', zoom: 3 })).toEqual({
    '81-0-0': { thermal_gain_mode: { result: 1 }, zoom: { result: 1 } },
  });
});
