import { approvalCalls, readRule, type ApprovalRecord, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  createList,
  serveList,
  type ListDeps,
  type Viewer,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { askApproval } from './approval.ask.ts';
import { changedParts, markOf } from './approval.parts.ts';
import { marksOfSubject } from './approval.standing.ts';
import {
  approvalList,
  decideApproval,
  holdSubject,
  lastApproved,
  seesSubject,
  type StoredApproval,
  type Subject,
} from './approval.store.ts';
import { flightByOid } from './flight.store.ts';

const { approve, reject } = approvalCalls;

/** Who arranged is not who approves, and neither is who asked. */
const isOwn = (
  { askedByOID, arrangedByOID }: Pick<StoredApproval, 'askedByOID' | 'arrangedByOID'>,
  memberOID: string,
): boolean => askedByOID === memberOID || arrangedByOID === memberOID;

const subjectOf = ({ flightOID, taskOID }: Pick<StoredApproval, 'flightOID' | 'taskOID'>): Subject | null =>
  flightOID !== null ? { flightOID } : taskOID !== null ? { taskOID } : null;

const present = (row: StoredApproval, { caller }: Viewer): ApprovalRecord => {
  const {
    scheduleRule,
    askedByOID: _asker,
    arrangedByOID: _arranger,
    groupRoot: _root,
    parts: _parts,
    ...shown
  } = row;
  const decidable = row.state === 'waiting' && !isOwn(row, caller.memberOID);
  return {
    ...shown,
    schedule: scheduleRule === null ? null : readRule(scheduleRule),
    mark: null,
    changed: [],
    allowed: decidable ? allowedWords(caller.resources, [approve, reject]) : [],
  };
};

type Deps = ListDeps & { audit: AuditLog };

/** Decides about one that waits, by somebody else than who arranged it. @param mark null: it is rejected */
const decide = async (
  { runtime, audit }: Pick<Deps, 'runtime' | 'audit'>,
  trx: DbOrTrx,
  row: StoredApproval,
  { mark, reason }: { mark: string | null; reason: string },
  context: CallContext,
): Promise<void> => {
  const { memberOID } = context.caller;
  const subject = subjectOf(row);
  if (isOwn(row, memberOID)) throw new Refusal('approvalOwn');
  if (row.state !== 'waiting' || !subject) throw new Refusal('approvalDecided');
  // From here on it stays as it is looked at: a change of it waits, and asks anew afterwards.
  await holdSubject(trx, subject);
  const parts = mark === null ? null : await marksOfSubject(trx, subject);
  if (mark !== null && (parts === null || markOf(parts) !== mark)) throw new Refusal('approvalChanged');
  const at = new Date(Math.round(runtime.serverTime()));
  const state = mark === null ? ('rejected' as const) : ('approved' as const);
  if (!(await decideApproval(trx, row.oid, { state, by: memberOID, at, reason, parts })))
    throw new Refusal('approvalDecided');
  const detail = { ...subject, ...(mark === null ? { reason } : { mark }) };
  const action = mark === null ? 'approval.reject' : 'approval.approve';
  await audit.done(trx, context, action, detail, row.dockOID);
};

/** Approvals of flights and timed tasks: what waits, and the decision about it by somebody else. */
export const approvalEndpoints = ({ runtime, audit, department }: Deps): Endpoint[] => {
  const { db } = runtime;
  const list = createList<typeof approvalList, ApprovalRecord>(
    {
      list: approvalList,
      word: 'approval',
      present: (rows, viewer) => rows.map((row) => present(row, viewer)),
    },
    { runtime, audit, ...(department ? { department } : {}) },
  );

  /** @throws Refusal `notFound`, also for one that the caller does not see */
  const find = async (oid: string, context: CallContext): Promise<StoredApproval> => {
    const row = await list.find(context, oid);
    if (!row) throw notFound();
    return row;
  };

  const get = async (oid: string, context: CallContext): Promise<ApprovalRecord> => {
    const row = await find(oid, context);
    const record = present(row, context);
    const subject = subjectOf(row);
    if (!subject) return record;
    if (row.state !== 'waiting') return { ...record, mark: row.parts && markOf(row.parts) };
    const marks = await marksOfSubject(db, subject);
    const before = await lastApproved(db, subject);
    return {
      ...record,
      mark: marks && markOf(marks),
      changed: before === null ? [] : changedParts(before, marks),
    };
  };

  const ask = async (
    { taskOID, flightOID }: ParsedRequestOf<typeof approvalCalls.ask>,
    context: CallContext,
  ): Promise<ApprovalRecord> => {
    if ((taskOID === undefined) === (flightOID === undefined)) throw invalidField('taskOID', 'taskOID');
    const subject: Subject = taskOID === undefined ? { flightOID: flightOID ?? '' } : { taskOID };
    const oid = await db.transaction().execute(async (trx) => {
      if (!(await seesSubject(trx, context.caller, subject))) throw notFound();
      await holdSubject(trx, subject);
      const flight = 'flightOID' in subject ? await flightByOid(trx, subject.flightOID) : null;
      if (flight && flight.state !== 'created') throw new Refusal('flightStarted', { values: { count: 1 } });
      const asked = await askApproval(runtime, trx, subject, context.caller.memberOID);
      if (asked === null) throw new Refusal('approvalNotNeeded');
      await audit.done(trx, context, 'approval.ask', { ...subject });
      return asked;
    });
    return get(oid, context);
  };

  return serveList(approvalCalls, list, {
    get: ({ oid }, context) => get(oid, context),
    ask,
    async approve({ oid, mark }, context) {
      const row = await find(oid, context);
      await db
        .transaction()
        .execute((trx) => decide({ runtime, audit }, trx, row, { mark, reason: '' }, context));
      return get(oid, context);
    },
    async reject({ oid, reason }, context) {
      const row = await find(oid, context);
      await db
        .transaction()
        .execute((trx) => decide({ runtime, audit }, trx, row, { mark: null, reason }, context));
      return get(oid, context);
    },
  });
};
