import { z } from 'zod';
import { call } from '../call.ts';
import { deviceCalls, deviceShape, droneFigures, firmwareShape } from '../device/index.ts';
import { recordOf } from '../fields.ts';
import { limits } from '../limits.ts';
import { counterSources } from '../maintenance-programme/counters.ts';
import { byOid, oid, sentInstant, text } from '../shape.ts';
import { droneFields } from './drone.fields.ts';

export const droneRecord = z.object({
  ...deviceShape,
  ...droneFigures,
  ...firmwareShape,
  ...recordOf(droneFields),
});
export type DroneRecord = z.output<typeof droneRecord>;

const total = z.number();
const sums = { flights: total, flightTime: total, distance: total };
const source = z.enum(counterSources);
/** What an aircraft counts itself beside the sum of its flights here. Seconds and metres. */
export const reconciliation = z.object({
  reported: z.object(droneFigures),
  /** Sums of the flights alone. */
  recorded: z.object({ ...sums, landings: total }),
  /** What people have added to these sums, or taken from them. */
  corrected: z.object(sums),
  /** By which of the two programmes count. */
  counts: z.object({ flights: source, flightTime: source, distance: source }),
  /** The last ones, the newest first. */
  corrections: z.array(z.object({ at: sentInstant, by: z.string().nullable(), ...sums, reason: z.string() })),
  /** When the first of these flights began; null: there is none. */
  since: sentInstant.nullable(),
});
export type Reconciliation = z.output<typeof reconciliation>;

const by = (most: number) => z.number().int().min(-most).max(most).optional();
/** By how much a person corrects what is recorded; at least one of them by something. */
const correction = z.object({
  oid,
  flights: by(limits.device.correctionFlights),
  flightTime: by(limits.device.correctionSeconds),
  distance: by(limits.device.correctionMetres),
  reason: text(300, 5),
});

const deviceRoom = deviceCalls({
  path: '/nebula-five/uavuav',
  word: 'drone',
  many: 'Aircraft',
  one: 'an aircraft',
  page: '/UAVAdmin',
  record: droneRecord,
  fields: droneFields,
  filters: {},
});

export const droneCalls = {
  ...deviceRoom,
  reconcile: call({
    method: 'POST',
    path: '/nebula-five/uavuav/reconcile.rest',
    effect: 'reads',
    summary:
      'What an aircraft counts itself beside the sum of its flights that are over, and what people have corrected',
    permission: ['/UAVAdmin'],
    request: byOid,
    response: reconciliation,
  }),
  correct: call({
    method: 'POST',
    path: '/nebula-five/uavuav/correct.rest',
    effect: 'changes',
    audit: 'drone.correct',
    summary:
      'Add to what is recorded of an aircraft, or take from it; seconds and metres. No flight is changed, another correction takes it back, and no sum falls below zero',
    permission: ['device:edit'],
    request: correction,
    response: reconciliation,
  }),
};
