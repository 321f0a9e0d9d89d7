import type { GateItemName } from '@eyrie/domain';
import { modelKey } from './models.ts';
import { flagAt, knownNumberAt, numberAt, textAt } from './read.ts';
import { newestAgeMs, type Snapshot } from './snapshot.ts';

/** Which property of the dock an item of the gate rests on. */
const keysOf: Readonly<Partial<Record<GateItemName, readonly string[]>>> = {
  dockIdle: ['mode_code'],
  emergencyStop: ['emergency_stop_state'],
  wind: ['wind_speed'],
  rain: ['rainfall'],
  positioning: ['position_state'],
  home: ['home_position_is_valid'],
  storage: ['storage'],
  cover: ['cover_state'],
  putter: ['putter_state'],
  model: ['sub_device'],
};
/** Reported with the same message as the others; how far a task is must not be old either. */
const besides: readonly string[] = ['flighttask_step_code'];

/** What the dock told while it was heard here: values of before a restart of the server are left out. */
export const heardOnly = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  values: Object.fromEntries(
    Object.entries(snapshot.values).filter(([key]) => snapshot.at[key] !== undefined),
  ),
});

/**
 * How long ago each fact was told that the gate judges, ms, `now` on the clock of the snapshot. `dataAge` is the
 * oldest of them. What was never told has no age.
 */
export const gateAges = (snapshot: Snapshot, now: number): Partial<Record<GateItemName, number>> => {
  // The weakest battery of the list counts where the charger names no percentage.
  const charger = knownNumberAt(snapshot.values['drone_charge_state'], 'capacity_percent', 32767);
  const battery = charger === null ? ['drone_battery_maintenance_info'] : ['drone_charge_state'];
  const reported = Object.entries({ ...keysOf, battery }).flatMap(([item, keys]) => {
    const age = newestAgeMs(snapshot, keys, now);
    return age === null ? [] : [[item, age] as const];
  });
  if (reported.length === 0) return {};
  const others = besides.flatMap((key) => newestAgeMs(snapshot, [key], now) ?? []);
  const dataAge = Math.max(...reported.map(([, age]) => age), ...others);
  const clock = snapshot.osdAt === null ? {} : { clock: now - snapshot.osdAt };
  return { ...Object.fromEntries(reported), ...clock, dataAge };
};

/** Key of the aircraft in the dock by the dock's own word; null when it told none that is known. */
export const reportedDroneModel = (snapshot: Snapshot): string | null => {
  const sub = snapshot.values['sub_device'];
  const name = textAt(sub, 'device_model_key') ?? textAt(sub, 'product_type');
  return name === null ? null : modelKey(name);
};

/** Where the aircraft lands when it cannot land on the dock, as that is set there; null: not set, or not told. */
export const alternatePlace = (
  values: Readonly<Record<string, unknown>>,
): { lng: number; lat: number } | null => {
  const point = values['alternate_land_point'];
  if (flagAt(point, 'is_configured') !== true) return null;
  const [lng, lat] = [numberAt(point, 'longitude'), numberAt(point, 'latitude')];
  return lng === null || lat === null ? null : { lng, lat };
};
