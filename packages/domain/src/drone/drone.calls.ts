import { z } from 'zod';
import { deviceCalls, deviceShape, droneFigures } from '../device/index.ts';
import { instant, optionalText, sentInstant } from '../shape.ts';

export const droneRecord = z.object({
  ...deviceShape,
  ...droneFigures,
  insuranceCompany: z.string().nullable(),
  policyNumber: z.string().nullable(),
  insuranceUntil: sentInstant.nullable(),
  purchasedAt: sentInstant.nullable(),
});
export type DroneRecord = z.output<typeof droneRecord>;

export const droneCalls = deviceCalls({
  path: '/nebula-five/uavuav',
  word: 'drone',
  many: 'Aircraft',
  one: 'an aircraft',
  page: '/UAVAdmin',
  record: droneRecord,
  fields: {
    insuranceCompany: optionalText(50).optional(),
    policyNumber: optionalText(30).optional(),
    insuranceUntil: instant.nullable().optional(),
    purchasedAt: instant.nullable().optional(),
  },
});
