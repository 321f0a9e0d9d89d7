import { orderTransition, type ParsedRequestOf, type workOrderCalls as calls } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { NotificationInput } from '../notification/index.ts';
import type { Mover, MoverDeps, MoveWithin, OrderRow } from './work-order.moves.ts';
import { classValuesOf, lastMoverOf, memberSeen, membersOf } from './work-order.store.ts';

interface AssigningDeps extends Pick<MoverDeps, 'list'> {
  runtime: Pick<Runtime, 'db' | 'log'>;
  department: Pick<DepartmentRoom, 'requireVisible'>;
  notify(memberOIDs: readonly string[], message: NotificationInput): Promise<void>;
  move: Mover;
  moveWithin: MoveWithin;
}

interface Assignee {
  assigneeOID?: string | undefined;
  assigneeGroupOID?: string | undefined;
}

/** @throws Refusal `orderMoved`, with who moved it last and how it stands, unless the order takes the move */
export async function requireUnmoved(
  trx: DbOrTrx,
  { oid, name, state, createdBy }: OrderRow,
  fits: boolean,
): Promise<void> {
  if (fits) return;
  const by = (await lastMoverOf(trx, oid)) ?? createdBy;
  throw new Refusal('orderMoved', { values: { name, by }, data: { oid, by, state } });
}

/** Orders that are given to somebody, one or several. */
export const createAssigning = ({ runtime, department, notify, list, move, moveWithin }: AssigningDeps) => {
  const { db, log } = runtime;
  /** @throws Refusal unless exactly one is named, whom the caller sees */
  async function requireAssignee({ assigneeOID, assigneeGroupOID }: Assignee, { caller }: CallContext) {
    if ((assigneeOID === undefined) === (assigneeGroupOID === undefined))
      throw new Refusal('designatePerson');
    if (assigneeOID !== undefined && !(await memberSeen(db, caller, assigneeOID))) throw notFound();
    if (assigneeGroupOID !== undefined) await department.requireVisible(caller, assigneeGroupOID);
  }
  // Orders stand, whether or not their message went out.
  async function notifyAssigned(
    { assigneeOID, assigneeGroupOID }: Assignee,
    message: NotificationInput,
    { caller }: CallContext,
  ): Promise<void> {
    const members = assigneeOID === undefined ? await membersOf(db, assigneeGroupOID ?? '') : [assigneeOID];
    await notify(
      members.filter((one) => one !== caller.memberOID),
      message,
    ).catch((error: unknown) => log.warn({ err: error }, 'who was given orders was not notified'));
  }
  const messageOf = async (
    order: Pick<OrderRow, 'oid' | 'name' | 'class' | 'groupRoot'>,
  ): Promise<NotificationInput> => {
    const { oid, name, class: found, groupRoot } = order;
    const values = { oid, name, class: found, ...(await classValuesOf(db, groupRoot, found)) };
    return { kind: 'workOrderAssigned', values };
  };
  return {
    async assign(
      { oid, assigneeOID, assigneeGroupOID, reason }: ParsedRequestOf<typeof calls.assign>,
      context: CallContext,
    ) {
      const to = { assigneeOID, assigneeGroupOID };
      await requireAssignee(to, context);
      const order = await move('assign', oid, { ...to, reason }, context);
      await notifyAssigned(to, await messageOf(order), context);
      return order;
    },
    async assignSeveral(
      { oids, assigneeOID, assigneeGroupOID, reason }: ParsedRequestOf<typeof calls.assignSeveral>,
      context: CallContext,
    ) {
      const to = { assigneeOID, assigneeGroupOID };
      await requireAssignee(to, context);
      const rows = await db.transaction().execute(async (trx) => {
        const found = await list.lock(trx, oids, context);
        for (const row of found) {
          await requireUnmoved(trx, row, orderTransition(row.state, 'assign') !== undefined);
          await moveWithin(trx, row, 'assign', { ...to, reason }, context);
        }
        return found;
      });
      const [first] = rows;
      if (first) {
        const several = { kind: 'workOrdersAssigned', values: { count: rows.length } } as const;
        // One notice for all of them: two hundred would bury everything else.
        await notifyAssigned(to, rows.length > 1 ? several : await messageOf(first), context);
      }
      return { moved: rows.length };
    },
  };
};
