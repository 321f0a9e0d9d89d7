import { limits } from '@eyrie/domain';
import { notifyTaken } from '../../platform/notify-taken.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { approvalRequiredOf } from '../organisation/index.ts';
import {
  holdSubject,
  insertApproval,
  neverAsked,
  takeToNotify,
  taskTerms,
  wasAsked,
  type Subject,
  type ToNotify,
} from './approval.store.ts';
import { flightByOid } from './flight.store.ts';

type AskRuntime = Pick<Runtime, 'newOid' | 'serverTime'>;

const placeOf = async (trx: DbOrTrx, subject: Subject) => {
  if ('taskOID' in subject) {
    const task = await taskTerms(trx, subject.taskOID);
    return task?.scheduleRule
      ? { groupRoot: task.groupRoot, groupOID: task.groupOID, by: task.arrangedBy }
      : null;
  }
  const flight = await flightByOid(trx, subject.flightOID);
  return flight && { groupRoot: flight.group_root, groupOID: flight.group_oid, by: flight.executor_oid };
};

/**
 * Asks for the approval of a flight or a timed task, where its organisation asks for approvals; an earlier one holds no
 * longer. Part of the transaction that arranges or changes it.
 * @param askedBy null: whoever arranged it
 * @returns the oid of what waits now; null: there is nothing to ask for
 */
export const askApproval = async (
  { newOid, serverTime }: AskRuntime,
  trx: DbOrTrx,
  subject: Subject,
  askedBy: string | null = null,
): Promise<string | null> => {
  const place = await placeOf(trx, subject);
  const by = askedBy ?? place?.by ?? null;
  if (!place || by === null || !(await approvalRequiredOf(trx, place.groupRoot))) return null;
  const { groupRoot, groupOID } = place;
  const [oid, at] = [newOid(), new Date(Math.round(serverTime()))];
  await insertApproval(trx, { oid, groupRoot, groupOID, subject, askedBy: by, at });
  return oid;
};

/** Timer step: asks for what stood there when its organisation began to ask, and notifies whom it concerns, once. */
export const createApprovalPass =
  (
    runtime: AskRuntime & Pick<Runtime, 'db' | 'log'>,
    notify: (approval: ToNotify, trx: DbOrTrx) => Promise<void>,
  ): (() => Promise<void>) =>
  async () => {
    const { db, log } = runtime;
    const most = limits.approval.notifyAtOnce;
    for (const subject of await neverAsked(db, most))
      await db
        .transaction()
        .execute(async (trx) => {
          await holdSubject(trx, subject);
          // Another server was quicker.
          if (!(await wasAsked(trx, subject))) await askApproval(runtime, trx, subject);
        })
        .catch((err: unknown) => log.error({ err, ...subject }, 'an approval was not asked for'));
    const at = new Date(Math.round(runtime.serverTime()));
    await notifyTaken(runtime, (trx) => takeToNotify(trx, most, at), notify);
  };
