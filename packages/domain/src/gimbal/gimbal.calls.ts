import { z } from 'zod';
import { carriedFilters, carriedShape, deviceCalls, deviceShape, firmwareShape } from '../device/index.ts';
import { recordOf } from '../fields.ts';
import { gimbalFields } from './gimbal.fields.ts';
import { gimbalStates } from './gimbal.ts';

export const gimbalRecord = z.object({
  ...deviceShape,
  ...carriedShape,
  ...firmwareShape,
  ...recordOf(gimbalFields),
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
  fields: gimbalFields,
  filters: carriedFilters,
});
