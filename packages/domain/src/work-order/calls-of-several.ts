import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { oid, optionalText } from '../shape.ts';
import { limits } from './work-order.room.ts';

const { movedMost, mergedMost } = limits.workOrder;

/** Moves of several orders in one go, all or none. */
export const severalCalls = <Order extends z.ZodType>(
  path: string,
  { assigners, order }: { assigners: CallPermission; order: Order },
) => ({
  assignSeveral: call({
    method: 'POST',
    path: `${path}/assignSeveral.rest`,
    effect: 'changes',
    tokens: 'open',
    audit: 'workOrder.assign',
    refuses: ['orderMoved', 'designatePerson'],
    summary:
      'Give several orders to a person or to a department, exactly one of them; all or none, and where somebody else moved one of them first, they are named',
    permission: assigners,
    request: z.object({
      oids: z.array(oid).min(1).max(movedMost),
      assigneeOID: oid.optional(),
      assigneeGroupOID: oid.optional(),
      reason: optionalText(300).optional(),
    }),
    response: z.object({ moved: z.number().int() }),
  }),
  merge: call({
    method: 'POST',
    path: `${path}/merge.rest`,
    effect: 'changes',
    tokens: 'open',
    audit: 'workOrder.merge',
    refuses: ['orderMoved', 'ordersDiffer'],
    summary:
      'Merge orders that nobody was given into an open one of the same department and class: they are ignored and point to it until they are restored; all or none',
    permission: assigners,
    request: z.object({
      /** The one that stays. */
      oid,
      oids: z.array(oid).min(1).max(mergedMost),
      reason: optionalText(300).optional(),
    }),
    response: order,
  }),
});
