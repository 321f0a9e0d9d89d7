import { z } from 'zod';
import { listCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant, text } from '../shape.ts';
import { orderSeverities, workingDays } from './order-target.ts';
import { limits } from './work-order.room.ts';
import { openOrderStates } from './work-order.ts';

/** How long an order of a department and those below it may stand in a state before it is late. */
export const orderTarget = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  state: z.enum(openOrderStates),
  severity: z.enum(orderSeverities),
  /** Working hours. */
  hours: z.number(),
  days: z.enum(workingDays),
  fromHour: z.number().int(),
  toHour: z.number().int(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type OrderTarget = z.output<typeof orderTarget>;

const { targetLeast, targetMost } = limits.workOrder;
const hours = z.number().min(targetLeast).max(targetMost);
const days = z.enum(workingDays);
const fromHour = z.number().int().min(0).max(23);
const toHour = z.number().int().min(1).max(24);

/** Targets of orders. The one of the nearest department counts. */
export const orderTargetCalls = listCalls({
  path: '/nebula-five/aiOrder/target',
  word: 'orderTarget',
  many: 'Targets of work orders',
  one: 'a target of work orders',
  readers: ['/AlarmWorksheet'],
  writers: ['work-order:assign'],
  refuses: ['targetTaken', 'hoursReversed'],
  record: orderTarget,
  filters: {
    keyword: optionalText(64).optional(),
    sort: z.enum(['name', '-createdAt', 'createdAt']).optional(),
  },
  add: {
    name: text(64),
    state: z.enum(openOrderStates),
    severity: z.enum(orderSeverities),
    hours,
    days,
    fromHour: fromHour.meta({ examples: [8] }),
    toHour: toHour.meta({ examples: [24] }),
  },
  edit: {
    name: text(64).optional(),
    hours: hours.optional(),
    days: days.optional(),
    fromHour: fromHour.optional(),
    toHour: toHour.optional(),
  },
});
