import {
  openOrderStates,
  orderTransition,
  type OrderMove,
  type OrderSeverity,
  type ParsedRequestOf,
  type workOrderCalls as calls,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { requireUnmoved } from './assigning.ts';
import { createMergedSeverity } from './merged-severity.ts';
import { mergedInto, mergedIntoOf, pointTo } from './merging.store.ts';
import type { MoverDeps, MoveWithin, OrderRow } from './work-order.moves.ts';
import { writeLog } from './work-order.store.ts';

const isOpen = ({ state }: OrderRow): boolean => openOrderStates.some((one) => one === state);

/** Several orders about one thing: one stays, the others point to it until they are restored. */
export const createMerging = ({
  runtime,
  list,
  moveWithin,
  changeWithin,
}: MoverDeps & {
  moveWithin: MoveWithin;
  changeWithin: Parameters<typeof createMergedSeverity>[0];
}) => {
  const { db } = runtime;
  const severity = createMergedSeverity(changeWithin);
  /** A row of the log of an order that stays as it is. */
  const write = (
    trx: DbOrTrx,
    { oid: orderOID, state }: Pick<OrderRow, 'oid' | 'state'>,
    row: { move: OrderMove; other: string; reason?: string | undefined },
    { caller }: CallContext,
  ): Promise<void> => {
    const [oid, at] = [runtime.newOid(), new Date(Math.round(runtime.serverTime()))];
    return writeLog(trx, { oid, orderOID, memberOID: caller.memberOID, at, from: state, to: state, ...row });
  };
  return {
    async merge({ oid, oids, reason }: ParsedRequestOf<typeof calls.merge>, context: CallContext) {
      const sources = [...new Set(oids)].filter((one) => one !== oid);
      if (sources.length === 0) throw invalidField('oids', 'required');
      await db.transaction().execute(async (trx) => {
        // All of them in one go and in one order, so that no two merges wait for each other.
        const earlier = await mergedInto(trx, sources);
        const within = [oid, ...sources, ...earlier.map((one) => one.oid)];
        const rows = new Map((await list.lock(trx, within, context)).map((row) => [row.oid, row]));
        const kept = rows.get(oid);
        if (!kept) throw notFound();
        await requireUnmoved(trx, kept, isOpen(kept));
        const merged: OrderSeverity[] = [];
        for (const source of sources) {
          const row = rows.get(source);
          if (!row) throw notFound();
          await requireUnmoved(trx, row, orderTransition(row.state, 'merge') !== undefined);
          if (row.groupOID !== kept.groupOID || row.class !== kept.class) throw new Refusal('ordersDiffer');
          const { name: other } = kept;
          const detail = { into: other, intoOID: oid };
          await moveWithin(trx, row, 'merge', { reason, other, mergedIntoOID: oid, detail }, context);
          await write(trx, kept, { move: 'merge', other: row.name, reason }, context);
          merged.push(await severity.lower(trx, row, context));
        }
        // What points to an order that points elsewhere now follows it.
        for (const { oid: follower, severity: its } of await mergedInto(trx, sources)) {
          if (!(await pointTo(trx, follower, oid))) continue;
          merged.push(its);
          const row = { oid: follower, state: 'ignored' } as const;
          await write(trx, row, { move: 'merge', other: kept.name, reason }, context);
        }
        await severity.raise(trx, kept, merged, context);
      });
      return list.get(oid, context);
    },
    async restoreOrder({ oid, reason }: ParsedRequestOf<typeof calls.restoreOrder>, context: CallContext) {
      await db.transaction().execute(async (trx) => {
        const into = await mergedIntoOf(trx, oid);
        const rows = await list.lock(trx, into === null ? [oid] : [oid, into], context);
        const row = rows.find((one) => one.oid === oid);
        if (!row) throw notFound();
        const kept = rows.find((one) => one.oid === row.mergedIntoOID);
        await moveWithin(trx, row, 'restore', { reason, other: kept?.name, mergedIntoOID: null }, context);
        if (!kept) return;
        await write(trx, kept, { move: 'restore', other: row.name, reason }, context);
        await severity.giveBack(trx, kept, row.severity, context);
      });
      return list.get(oid, context);
    },
  };
};
