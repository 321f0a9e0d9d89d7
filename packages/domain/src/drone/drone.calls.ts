import { z } from 'zod';
import { call } from '../call.ts';
import { deviceCalls, deviceShape, droneFigures } from '../device/index.ts';
import { byOid, instant, optionalText, sentInstant } from '../shape.ts';

export const droneRecord = z.object({
  ...deviceShape,
  ...droneFigures,
  insuranceCompany: z.string().nullable(),
  policyNumber: z.string().nullable(),
  insuranceUntil: sentInstant.nullable(),
  purchasedAt: sentInstant.nullable(),
});
export type DroneRecord = z.output<typeof droneRecord>;

const total = z.number();
/** What an aircraft counts itself beside the sum of its flights here. Seconds and metres. */
export const reconciliation = z.object({
  reported: z.object(droneFigures),
  recorded: z.object({ flights: total, flightTime: total, distance: total }),
  /** When the first of these flights began; null: there is none. */
  since: sentInstant.nullable(),
});
export type Reconciliation = z.output<typeof reconciliation>;

const deviceRoom = deviceCalls({
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

export const droneCalls = {
  ...deviceRoom,
  reconcile: call({
    method: 'POST',
    path: '/nebula-five/uavuav/reconcile.rest',
    effect: 'reads',
    summary: 'What an aircraft counts itself beside the sum of its flights that are over',
    permission: ['/UAVAdmin'],
    request: byOid,
    response: reconciliation,
  }),
};
