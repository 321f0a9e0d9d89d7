import {
  lastWord,
  operationCalls,
  workKinds,
  workRights,
  type ParsedRequestOf,
  type WorkKind,
  type WorkRecord,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { works } from './work-list.store.ts';
import type { Work } from './work.service.ts';
import { lockWork, markCancelled, type WorkRow } from './work.store.ts';

const kindsOf = ({ resources }: Caller): WorkKind[] =>
  workKinds.filter((kind) => resources.has(workRights[kind]));

/** What can be done with work in its state. */
const allowedOf = ({ state }: Pick<WorkRecord, 'state'>): string[] => {
  if (state === 'failed' || state === 'cancelled') return [lastWord(operationCalls.workRetry)];
  return state === 'done' ? [] : [lastWord(operationCalls.workCancel)];
};

export function createPeoplesWork(
  runtime: Pick<Runtime, 'db' | 'clock'>,
  deps: { audit: AuditLog; work: Work },
) {
  const { db } = runtime;

  async function list(caller: Caller, request: ParsedRequestOf<typeof operationCalls.workQuery>) {
    const { pageNum, pageSize, ...filter } = request;
    const wanted = { ...filter, kinds: kindsOf(caller) };
    const { rows, ...counted } = await works.page(db, { caller }, wanted, { pageNum, pageSize });
    return { list: rows.map((row) => ({ ...row, allowed: allowedOf(row) })), ...counted, pageNum, pageSize };
  }

  /** Changes one piece of work that the caller may see, unless its state forbids. */
  async function change(
    oid: string,
    context: CallContext,
    action: 'retry' | 'cancel',
    step: (trx: DbOrTrx, row: WorkRow) => Promise<void>,
  ): Promise<WorkRecord> {
    const { caller } = context;
    await db.transaction().execute(async (trx) => {
      const row = await lockWork(trx, oid);
      if (!row || row.groupRoot !== caller.groupRoot || !kindsOf(caller).includes(row.kind as WorkKind))
        throw notFound();
      const word = lastWord(action === 'retry' ? operationCalls.workRetry : operationCalls.workCancel);
      if (!allowedOf(row).includes(word)) throw new Refusal('workState', { data: { state: row.state } });
      await step(trx, row);
      await deps.audit.done(trx, context, `work.${action}`, { oid, kind: row.kind });
    });
    const [record] = (await list(caller, { pageNum: 1, pageSize: 1, oid })).list;
    if (!record) throw notFound();
    return record;
  }

  return {
    list,
    retry: (oid: string, context: CallContext) =>
      change(oid, context, 'retry', (trx) => deps.work.again(trx, oid)),
    cancel: (oid: string, context: CallContext) =>
      change(oid, context, 'cancel', (trx) => markCancelled(trx, oid, new Date(runtime.clock.wall()))),
  };
}
