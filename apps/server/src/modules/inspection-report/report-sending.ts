import { sendingDue } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { NotificationInput } from '../notification/index.ts';
import type { FileMaker } from './report-making.ts';
import {
  beginSending,
  changeSending,
  holdSending,
  namesOf,
  recordTried,
  openSendings,
  reportOfMonth,
  schedulesInForce,
  type HeldSending,
} from './report-schedule.store.ts';

export interface SendingDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime' | 'log'>;
  audit: Pick<AuditLog, 'write'>;
  makeFile: FileMaker;
  /** Who may read the reports of a department. */
  readersOf(groupOID: string): Promise<readonly string[]>;
  notify(db: DbOrTrx, memberOIDs: readonly string[], message: NotificationInput): Promise<void>;
}

/** What is done for one month of a schedule, each within a transaction that holds it. */
function sendingSteps({ runtime, audit, makeFile, readersOf, notify }: SendingDeps) {
  const { db, newOid } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  const reached = async ({ groupOID, recipientOIDs }: HeldSending) => {
    const may = new Set(await readersOf(groupOID));
    const names = await namesOf(db, recipientOIDs);
    const nameOf = (oid: string): string => names.get(oid) ?? '–';
    const to = recipientOIDs.filter((oid) => may.has(oid));
    return {
      to,
      recipients: to.map(nameOf),
      missed: recipientOIDs.filter((oid) => !may.has(oid)).map(nameOf),
    };
  };
  const values = ({ month, scheduleName: name }: HeldSending, oid: string) => ({ oid, month, name });

  /** The file is asked for once nothing keeps the report from being made; until then it is said once that it is late. */
  async function ask(trx: DbOrTrx, held: HeldSending): Promise<void> {
    const { groupRoot, groupOID, month, memberOID, scheduleName: name, format, language } = held;
    const at = now();
    const reportOID = await reportOfMonth(trx, {
      oid: newOid(),
      groupRoot,
      groupOID,
      name,
      month,
      memberOID,
      at,
    });
    try {
      const { fileOID, isEmpty } = await makeFile(trx, { groupRoot, groupOID }, reportOID, {
        format,
        language,
        memberOID,
      });
      await changeSending(trx, held.oid, { state: 'making', reason: null, reportOID, fileOID, isEmpty });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await changeSending(trx, held.oid, {
        reason: error.reason,
        reportOID,
        ...(held.delayedAt ? {} : { delayedAt: at }),
      });
      if (held.delayedAt) return;
      const { to } = await reached(held);
      await notify(trx, [...new Set([...to, memberOID])], {
        kind: 'reportDelayed',
        values: values(held, reportOID),
      });
    }
  }

  /** Notices and the webhook are stored in the transaction that marks it as sent. */
  async function send(trx: DbOrTrx, held: HeldSending, reportOID: string): Promise<void> {
    const { to, recipients, missed } = await reached(held);
    await changeSending(trx, held.oid, { state: 'sent', reason: null, sentAt: now(), recipients, missed });
    await notify(trx, to, { kind: 'reportSent', values: values(held, reportOID) });
    await audit.write(trx, {
      groupRoot: held.groupRoot,
      memberOID: held.memberOID,
      action: 'reportSchedule.send',
      outcome: 'done',
      detail: { oid: reportOID, name: held.scheduleName, month: held.month, recipients, missed },
    });
  }

  async function fail(trx: DbOrTrx, held: HeldSending, reportOID: string): Promise<void> {
    await changeSending(trx, held.oid, { state: 'failed', reason: held.fileReason });
    const { to } = await reached(held);
    const members = [...new Set([...to, held.memberOID])];
    await notify(trx, members, { kind: 'reportNotSent', values: values(held, reportOID) });
  }
  return { ask, send, fail };
}

/** Sends the reports of the month before to those whom schedules name: each month of a schedule once. */
export function createSending(deps: SendingDeps): () => Promise<void> {
  const { db, newOid, log, serverTime } = deps.runtime;
  const { ask, send, fail } = sendingSteps(deps);

  async function begin(): Promise<void> {
    const at = new Date(Math.round(serverTime()));
    for (const { oid: scheduleOID, createdAt, timeZone, ...schedule } of await schedulesInForce(db)) {
      const { month, dueAt } = sendingDue(at.getTime(), schedule, timeZone);
      // What was due before there was a schedule was promised to nobody.
      if (dueAt > at.getTime() || dueAt < createdAt.getTime()) continue;
      const { groupRoot, groupOID } = schedule;
      await beginSending(db, {
        oid: newOid(),
        groupRoot,
        groupOID,
        scheduleOID,
        month,
        dueAt: new Date(dueAt),
      });
    }
  }

  const proceed = (oid: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const held = await holdSending(trx, oid);
      if (!held) return;
      const { state, reportOID, fileOID, fileState } = held;
      // A report or file that somebody deleted meanwhile is made anew.
      if (state === 'waiting' || reportOID === null || fileOID === null) {
        await ask(trx, held);
        return;
      }
      if (fileState === 'done') await send(trx, held, reportOID);
      if (fileState === 'failed') await fail(trx, held, reportOID);
    });

  return async (): Promise<void> => {
    await begin();
    for (const oid of await openSendings(db)) {
      // One that cannot be made keeps the others waiting no longer than itself.
      await proceed(oid).catch((error: unknown) => log.warn({ err: error, oid }, 'a report was not sent'));
      await recordTried(db, oid, new Date(Math.round(serverTime())));
    }
  };
}
