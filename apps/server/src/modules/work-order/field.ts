import type {
  FieldAnswer,
  FieldStep,
  ParsedRequestOf,
  WorkOrderRecord,
  workOrderCalls as calls,
} from '@eyrie/domain';
import type { CallContext, SpooledFile } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { fieldStepSent, writeFieldStep } from './field.store.ts';
import { movesFor, type MoveGiven, type MoveWithin, type OrderRow } from './work-order.moves.ts';
import { filesSeen } from './work-order.store.ts';

export interface FieldDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: Pick<AuditLog, 'done'>;
  moveWithin: MoveWithin;
  list: {
    lock(trx: DbOrTrx, oids: readonly string[], context: CallContext): Promise<OrderRow[]>;
    get(oid: string, context: CallContext): Promise<WorkOrderRecord>;
  };
  /** Takes a file among the results; the same bytes again are the same file. @returns its oid */
  takeFile(spooled: SpooledFile, context: CallContext): Promise<string>;
}

interface Step {
  oid: string;
  key: string;
  doneAt: number;
}
interface Brought {
  result: string;
  beforeOIDs: readonly string[];
  afterOIDs: readonly string[];
}

/** Why an order that the caller cannot move stands otherwise than they saw it. */
const standingOtherwise = (
  row: OrderRow,
  { memberOID }: CallContext['caller'],
): Pick<FieldAnswer, 'standing' | 'by'> => {
  const { state, claimedByOID, claimedBy, assigneeName } = row;
  if (claimedByOID !== null && claimedByOID !== memberOID)
    return { standing: 'claimedByOther', by: claimedBy };
  if (state === 'toBeClaimed') return { standing: 'givenToOther', by: assigneeName };
  return { standing: 'orderClosed', by: claimedBy };
};

/** Makes what of a step still fits the order, as it stands when the step comes. */
const createSettle = ({ moveWithin, list }: Pick<FieldDeps, 'moveWithin' | 'list'>) => {
  const relock = async (trx: DbOrTrx, oid: string, context: CallContext): Promise<OrderRow> => {
    const [row] = await list.lock(trx, [oid], context);
    if (!row) throw notFound();
    return row;
  };
  return async (
    trx: DbOrTrx,
    oid: string,
    done: MoveGiven | null,
    context: CallContext,
  ): Promise<FieldAnswer> => {
    const { caller } = context;
    let row = await relock(trx, oid, context);
    if (movesFor(row, caller).includes('claim')) {
      await moveWithin(trx, row, 'claim', {}, context);
      row = await relock(trx, oid, context);
    }
    const own = row.state === 'inProcess' && movesFor(row, caller).includes('complete');
    if (!own) return { ...standingOtherwise(row, caller), state: row.state };
    if (done === null) return { standing: 'claimed', by: null, state: row.state };
    await moveWithin(trx, row, 'complete', done, context);
    return { standing: 'completed', by: null, state: 'done' };
  };
};

/** What the person in the field sends: late, perhaps, and as often as the network asks for; it is done once. */
export const createField = (deps: FieldDeps) => {
  const { runtime, audit, list, takeFile } = deps;
  const settle = createSettle(deps);

  const sentBefore = async (
    trx: DbOrTrx,
    { oid, key }: Step,
    step: FieldStep,
    { caller }: CallContext,
  ): Promise<FieldAnswer | null> => {
    const known = await fieldStepSent(trx, caller.memberOID, key);
    if (!known) return null;
    if (known.orderOID !== oid || known.step !== step) throw new Refusal('keyReused');
    const { standing, by, state } = known;
    return { standing, by, state };
  };

  const take = (asked: Step, brought: Brought | null, context: CallContext): Promise<FieldAnswer> =>
    runtime.db.transaction().execute(async (trx) => {
      const { oid, key, doneAt } = asked;
      const { caller } = context;
      const step = brought ? 'complete' : 'claim';
      // The order is locked first: of two that come at once the second finds what the first has written.
      const [row] = await list.lock(trx, [oid], context);
      if (!row) throw notFound();
      const before = await sentBefore(trx, asked, step, context);
      if (before) return before;
      const mediaOIDs = brought ? [...brought.beforeOIDs, ...brought.afterOIDs] : [];
      const seen = await filesSeen(trx, caller, mediaOIDs);
      if (mediaOIDs.some((one) => !seen.has(one))) throw new Refusal('pictureUnknown');
      const answer = await settle(trx, oid, brought && { result: brought.result, mediaOIDs }, context);
      const at = Math.round(runtime.serverTime());
      await writeFieldStep(trx, {
        ...answer,
        memberOID: caller.memberOID,
        key,
        orderOID: oid,
        step,
        note: brought?.result ?? '',
        beforeOIDs: brought?.beforeOIDs ?? [],
        afterOIDs: brought?.afterOIDs ?? [],
        doneAt: new Date(Math.min(doneAt, at)),
        receivedAt: new Date(at),
      });
      const moved = answer.standing === 'completed' || row.state !== answer.state;
      if (!moved) await audit.done(trx, context, 'workOrder.keepWork', { oid, name: row.name });
      return answer;
    });

  return {
    async addPhoto({ oid }: ParsedRequestOf<typeof calls.addPhoto>, context: CallContext) {
      const { spooled } = context;
      if (!spooled) throw new Refusal('malformed');
      await list.get(oid, context);
      if (!/\.(?:jpe?g|png|webp)$/iu.test(spooled.name)) throw new Refusal('fileFormat');
      return { mediaOID: await takeFile(spooled, context) };
    },
    claimInField: (asked: ParsedRequestOf<typeof calls.claimInField>, context: CallContext) =>
      take(asked, null, context),
    completeInField: (asked: ParsedRequestOf<typeof calls.completeInField>, context: CallContext) =>
      take(asked, asked, context),
  };
};
