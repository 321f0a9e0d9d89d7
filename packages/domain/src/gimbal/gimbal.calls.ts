import { z } from 'zod';
import { carriedFilters, carriedShape, deviceCalls, deviceShape, firmwareShape } from '../device/index.ts';
import { gimbalStates, gimbalTypes } from './gimbal.ts';

export const gimbalRecord = z.object({
  ...deviceShape,
  ...carriedShape,
  ...firmwareShape,
  type: z.enum(gimbalTypes).nullable(),
  /** Abnormal: the aircraft that carries it has an open alarm about its payload. */
  status: z.enum(gimbalStates),
});
export type GimbalRecord = z.output<typeof gimbalRecord>;

export const gimbalCalls = deviceCalls({
  path: '/nebula-five/uavptz',
  word: 'gimbal',
  many: 'Gimbals',
  one: 'a gimbal',
  page: '/PTZAdmin',
  record: gimbalRecord,
  fields: { type: z.enum(gimbalTypes).nullable().optional() },
  filters: carriedFilters,
});
