import { z } from 'zod';
import { addOf, editOf, recordOf } from '../fields.ts';
import { listCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { orderTargetFields, orderTargetOf } from './order-target.fields.ts';

/** How long an order of a department and those below it may stand in a state before it is late. */
export const orderTarget = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  ...recordOf(orderTargetOf),
  ...recordOf(orderTargetFields),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type OrderTarget = z.output<typeof orderTarget>;

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
  add: { ...addOf(orderTargetOf), ...addOf(orderTargetFields) },
  edit: editOf(orderTargetFields),
});
