import { z } from 'zod';
import { batteryFigures, carriedShape, deviceCalls, deviceShape } from '../device/index.ts';

export const batteryRecord = z.object({ ...deviceShape, ...carriedShape, ...batteryFigures });
export type BatteryRecord = z.output<typeof batteryRecord>;

export const batteryCalls = deviceCalls({
  path: '/nebula-five/uavbattery',
  word: 'battery',
  many: 'Batteries',
  one: 'a battery',
  page: '/BatteryAdmin',
  record: batteryRecord,
  fields: {},
});
