import {
  dueAt,
  limits,
  orderTargetCalls as calls,
  type OrderTarget,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { NotificationInput } from '../notification/index.ts';
import {
  insertEscalations,
  markNotified,
  nextEscalation,
  orderTargetList,
  saveDue,
  unsettledOrders,
  type Escalation,
  type UnsettledOrder,
} from './order-target.store.ts';
import { classValuesOf, membersOf } from './work-order.store.ts';

type Add = ParsedRequestOf<typeof calls.add>;
type Edit = ParsedRequestOf<typeof calls.edit>;

const requireHours = (fromHour: number, toHour: number): void => {
  if (fromHour >= toHour) throw new Refusal('hoursReversed');
};

/** Targets: how long orders may stand as they do. */
export const orderTargetEndpoints = (deps: ListDeps): Endpoint[] => {
  const list = createList<typeof orderTargetList, OrderTarget, Add, Edit>(
    {
      list: orderTargetList,
      word: 'orderTarget',
      present: (rows, { caller }) =>
        rows.map(({ createdByOID: _by, ...row }) => ({
          ...row,
          allowed: allowedWords(caller.resources, [calls.get, calls.edit, calls.remove]),
        })),
      make: (_trx, given, { caller }, createdAt) => {
        requireHours(given.fromHour, given.toHour);
        const { groupRoot, groupOID, memberOID: createdByOID } = caller;
        return { values: { groupRoot, groupOID, ...given, createdByOID, createdAt }, detail: given };
      },
      change: (_trx, row, { name, hours, days, fromHour, toHour }) => {
        requireHours(fromHour ?? row.fromHour, toHour ?? row.toHour);
        return { name, hours, days, fromHour, toHour };
      },
      taken: () => new Refusal('targetTaken'),
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  return serveList(calls, list, {});
};

const dueOf = ({ oid, since, basis, hours, timeZone, days, fromHour, toHour }: UnsettledOrder) => {
  const after = (many: number | null): Date | null =>
    many === null ? null : new Date(dueAt(since.getTime(), many, { days, fromHour, toHour }, timeZone));
  const dueTwiceAt = after(hours === null ? null : 2 * hours);
  return { oid, since, basis, dueAt: after(hours), dueTwiceAt };
};

/**
 * Works out by when orders are due that stand otherwise than before.
 * @param oid only this order
 * @returns how many there were
 */
export const settleDue = async (trx: DbOrTrx, oid?: string): Promise<number> => {
  const found = await unsettledOrders(trx, oid);
  await saveDue(trx, found.map(dueOf));
  return found.length;
};

export interface EscalationDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  /** Who may give orders of a department to others. */
  assignersOf(groupOID: string): Promise<readonly string[]>;
  notify(db: DbOrTrx, memberOIDs: readonly string[], message: NotificationInput): Promise<void>;
}

/** Notifies whoever has an order that is late; once it is late twice over, those too who gave it. */
export function createEscalation({ runtime, assignersOf, notify }: EscalationDeps): () => Promise<void> {
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  async function concerned(trx: DbOrTrx, late: Escalation): Promise<readonly string[]> {
    const { claimedBy, assigneeOID, assigneeGroupOID } = late;
    const nobodys = late.state === 'unassigned' || late.state === 'rejected';
    const assigned =
      assigneeOID === null ? await membersOf(trx, assigneeGroupOID ?? late.groupOID) : [assigneeOID];
    const having = nobodys ? [] : claimedBy === null ? assigned : [claimedBy];
    return nobodys || late.level > 1 ? [...having, ...(await assignersOf(late.groupOID))] : having;
  }
  /** The notices are stored in the transaction that marks them as sent: two servers never send one twice. */
  const notifyNext = (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const late = await nextEscalation(trx);
      if (!late) return false;
      const { orderOID: oid, groupRoot, name, class: found } = late;
      const values = { oid, name, class: found, ...(await classValuesOf(trx, groupRoot, found)) };
      const kind = late.level > 1 ? 'workOrderLateAgain' : 'workOrderLate';
      await notify(trx, await concerned(trx, late), { kind, values });
      await markNotified(trx, late.oid, now());
      return true;
    });
  return async () => {
    const { targetsAtOnce } = limits.workOrder;
    let settled: number = targetsAtOnce;
    while (settled === targetsAtOnce) settled = await db.transaction().execute((trx) => settleDue(trx));
    await insertEscalations(db, now());
    for (let sent = 0; sent < targetsAtOnce; sent += 1) if (!(await notifyNext())) break;
  };
}
