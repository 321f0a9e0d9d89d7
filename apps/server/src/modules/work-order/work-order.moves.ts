import {
  orderMovesOf,
  orderTransition,
  type OrderMove,
  type OrderPart,
  type OrderState,
  type OrderVerdict,
  type WorkOrderRecord,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { writing, type RowOf } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { settleDue } from './order-target.ts';
import { workOrderList } from './work-order.list.store.ts';
import { writeLog } from './work-order.store.ts';

export type OrderRow = RowOf<typeof workOrderList>;

/** What a person is to an order. */
export const partsOf = (
  row: Pick<OrderRow, 'assigneeOID' | 'assigneeGroupOID' | 'claimedByOID'>,
  { memberOID, groupOID, resources }: Pick<Caller, 'memberOID' | 'groupOID' | 'resources'>,
): ReadonlySet<OrderPart> => {
  const parts = new Set<OrderPart>();
  if (resources.has('work-order:assign')) parts.add('assigner');
  if (!resources.has('work-order:work')) return parts;
  if (row.assigneeOID === memberOID || row.assigneeGroupOID === groupOID) parts.add('assignee');
  if (row.claimedByOID === memberOID) parts.add('claimer');
  return parts;
};

export const movesFor = (row: OrderRow, caller: Caller): OrderMove[] =>
  orderMovesOf(row.state, partsOf(row, caller));

/** @throws Refusal when an order that stands so does not move that way, or not by this person */
function requireMove(row: OrderRow, move: OrderMove, caller: Caller) {
  const found = orderTransition(row.state, move);
  if (!found) {
    const { state, claimedBy: by } = row;
    if (move === 'claim' && state === 'inProcess')
      throw new Refusal('orderClaimed', { values: { by: by ?? '' }, data: { by, state } });
    throw new Refusal('orderState', { data: { state } });
  }
  if (!partsOf(row, caller).has(found.by)) throw new Refusal('orderNotYours');
  return found;
}

export interface MoveGiven {
  reason?: string | undefined;
  result?: string | undefined;
  mediaOIDs?: readonly string[] | undefined;
  verification?: OrderVerdict | undefined;
  /** What the audit log keeps beside it. */
  detail?: Record<string, unknown>;
  assigneeOID?: string | undefined;
  assigneeGroupOID?: string | undefined;
  /** Name of the order into which it is merged, or from which it is split. */
  other?: string | undefined;
  mergedIntoOID?: string | null | undefined;
}

/** What a move changes of the order beside its state. */
function valuesOf(
  { move, state }: { move: OrderMove; state: OrderState },
  given: MoveGiven,
  caller: Caller,
  at: Date,
) {
  switch (move) {
    case 'assign':
      return {
        assigneeOID: given.assigneeOID ?? null,
        assigneeGroupOID: given.assigneeGroupOID ?? null,
        claimedByOID: null,
        claimedAt: null,
        mergedIntoOID: null,
      };
    case 'ignore':
      return { mergedIntoOID: null };
    case 'merge':
    case 'restore':
      return { mergedIntoOID: given.mergedIntoOID };
    case 'claim':
      return { claimedByOID: caller.memberOID, claimedAt: at };
    case 'complete':
      return { completedAt: at, result: given.result ?? '' };
    case 'verify':
      return {
        verification: given.verification ?? null,
        ...(state === 'done' ? {} : { completedAt: at, result: given.result ?? '' }),
      };
    case 'reopen':
      return { claimedByOID: null, claimedAt: null, completedAt: null, verification: null };
    default:
      return {};
  }
}

export interface MoverDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: {
    done(db: DbOrTrx, context: CallContext, action: string, detail?: Record<string, unknown>): Promise<void>;
  };
  list: {
    lock(trx: DbOrTrx, oids: readonly string[], context: CallContext): Promise<OrderRow[]>;
    get(oid: string, context: CallContext): Promise<WorkOrderRecord>;
  };
}

/** One move of an order whose row is locked, in a transaction of the caller. */
const createMoveWithin = ({ runtime, audit }: Pick<MoverDeps, 'runtime' | 'audit'>) => {
  const rows = writing(workOrderList);
  return async (
    trx: DbOrTrx,
    row: OrderRow,
    move: OrderMove,
    asked: MoveGiven,
    context: CallContext,
    before?: (trx: DbOrTrx, row: OrderRow) => Promise<MoveGiven | void>,
  ): Promise<void> => {
    const { caller } = context;
    const { oid } = row;
    const { from, to } = requireMove(row, move, caller);
    const more = await before?.(trx, row);
    const given = { ...asked, ...more };
    const at = new Date(Math.round(runtime.serverTime()));
    await rows.update(trx, [oid], { state: to, ...valuesOf({ move, state: from }, given, caller, at) });
    await writeLog(trx, {
      oid: runtime.newOid(),
      orderOID: oid,
      memberOID: caller.memberOID,
      at,
      move,
      from,
      to,
      reason: given.reason ?? given.result,
      assigneeOID: given.assigneeOID,
      assigneeGroupOID: given.assigneeGroupOID,
      mediaOIDs: given.mediaOIDs,
      verification: given.verification,
      other: given.other,
    });
    await settleDue(trx, oid);
    const detail = { oid, name: row.name, from, to, ...given.detail };
    await audit.done(trx, context, `workOrder.${move}`, detail);
  };
};

/** Makes one move of one order: the row is locked, so of two that come at once the second sees what the first did. */
export const createMover = (deps: MoverDeps) => {
  const { runtime, list } = deps;
  const moveWithin = createMoveWithin(deps);
  const move = async (
    wanted: OrderMove,
    oid: string,
    asked: MoveGiven,
    context: CallContext,
    before?: (trx: DbOrTrx, row: OrderRow) => Promise<MoveGiven | void>,
  ): Promise<WorkOrderRecord> => {
    await runtime.db.transaction().execute(async (trx) => {
      const [row] = await list.lock(trx, [oid], context);
      if (!row) throw notFound();
      await moveWithin(trx, row, wanted, asked, context, before);
    });
    return list.get(oid, context);
  };
  return { move, moveWithin };
};
export type Mover = ReturnType<typeof createMover>['move'];
export type MoveWithin = ReturnType<typeof createMover>['moveWithin'];
