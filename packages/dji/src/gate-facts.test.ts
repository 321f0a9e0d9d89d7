import { describe, expect, it } from 'vitest';
import {
  emptySnapshot,
  gateAges,
  heardOnly,
  mergeProperties,
  putterOf,
  reportedDroneModel,
} from './index.ts';

const osd = (data: Record<string, unknown>, at: number, before = emptySnapshot()) =>
  mergeProperties(before, data, { at, source: 'osd' }).snapshot;

describe('the ages of what the gate judges', () => {
  it.each([
    ['dockIdle', { mode_code: 0 }],
    ['emergencyStop', { emergency_stop_state: 0 }],
    ['battery', { drone_charge_state: { capacity_percent: 80, state: 0 } }],
    ['wind', { wind_speed: 1 }],
    ['rain', { rainfall: 0 }],
    ['positioning', { position_state: { is_fixed: 2 } }],
    ['home', { home_position_is_valid: 1 }],
    ['storage', { storage: { total: 2, used: 1 } }],
    ['cover', { cover_state: 0 }],
    ['putter', { putter_state: 0 }],
    ['model', { sub_device: { device_model_key: '0-91-1' } }],
  ])('%s rests on its own property', (item, data) => {
    expect(gateAges(osd(data, 1_000), 3_500)).toEqual({ [item]: 2_500, clock: 2_500, dataAge: 2_500 });
  });

  it('the battery of a dock whose charger names no percentage is that of its list', () => {
    const list = { drone_battery_maintenance_info: { batteries: [{ index: 0, capacity_percent: 70 }] } };
    const unnamed = osd({ drone_charge_state: { capacity_percent: 32767, state: 0 } }, 1_000);
    expect(gateAges(osd(list, 2_000, unnamed), 3_000).battery).toBe(1_000);
    const named = osd({ drone_charge_state: { capacity_percent: 60, state: 0 } }, 1_000);
    expect(gateAges(osd(list, 2_000, named), 3_000).battery).toBe(2_000);
  });

  it('the oldest counts, how far a task is among them; other properties do not', () => {
    const reported = osd({ mode_code: 0 }, 2_000, osd({ flighttask_step_code: 5, humidity: 4 }, 1_000));
    expect(gateAges(reported, 3_000)).toMatchObject({ dockIdle: 1_000, clock: 1_000, dataAge: 2_000 });
    expect(gateAges(osd({ mode_code: 0 }, 2_000, osd({ humidity: 4 }, 1_000)), 3_000).dataAge).toBe(1_000);
    expect(gateAges(osd({ humidity: 4 }, 1_000), 3_000)).toEqual({});
  });

  it('a state message is no sign of the clock', () => {
    const reported = mergeProperties(emptySnapshot(), { mode_code: 0 }, { at: 5, source: 'state' }).snapshot;
    expect(gateAges(reported, 10)).toEqual({ dockIdle: 5, dataAge: 5 });
  });
});

it('values of before the dock was heard here are left out', () => {
  const reported = osd({ mode_code: 0 }, 0);
  const mixed = { ...reported, values: { ...reported.values, wind_speed: 4 } };
  expect(heardOnly(mixed).values).toEqual({ mode_code: 0 });
});

it('the aircraft model is told under either of two names', () => {
  const of = (sub_device: unknown) => reportedDroneModel(osd({ sub_device }, 1));
  expect(of({ device_model_key: '0-91-1' })).toBe('0-91-1');
  expect(of({ product_type: '0-67-0' })).toBe('0-67-0');
  expect(of({ device_model_key: '0-4711-0' })).toBeNull();
  expect(of({ device_sn: 'A' })).toBeNull();
  expect(reportedDroneModel(emptySnapshot())).toBeNull();
});

it('push rods follow the generation of the dock', () => {
  expect(['3-1-0', 'Dock 2', '3-3-0', 'Own'].map(putterOf)).toEqual(['has', 'none', 'none', 'unknown']);
});
