import {
  isTimeZone,
  limits,
  type BackupPlan,
  type ParsedRequestOf,
  type operationCalls,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { lastPlanned, readPlan, takeDue, writePlan } from './backup-plan.store.ts';
import { dailyHour } from './due-time.ts';
import { lockKind, openOfKind } from './work.store.ts';
import type { Work } from './work.service.ts';

export interface BackupPlanDeps {
  audit: AuditLog;
  work: Pick<Work, 'add'>;
  /** Where the caller's organisation is at home: the zone that is offered first. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

/** The instance backs itself up every day, once, however many servers there are. */
export function createBackupPlan(runtime: Runtime, { audit, work, timeZoneOf }: BackupPlanDeps) {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  async function get({ caller }: Pick<CallContext, 'caller'>): Promise<BackupPlan> {
    const plan = await readPlan(db);
    const { enabled, hour, timeZone, keep } = plan ?? {
      enabled: false,
      hour: limits.operation.backup.hour,
      timeZone: await timeZoneOf(caller.groupRoot),
      keep: limits.operation.backup.keep,
    };
    const nextAt = enabled ? dailyHour(hour, timeZone, now()).next : null;
    return { enabled, hour, timeZone, keep, nextAt, last: await lastPlanned(db) };
  }

  async function set(
    plan: ParsedRequestOf<typeof operationCalls.backupPlanSet>,
    context: CallContext,
  ): Promise<BackupPlan> {
    if (!isTimeZone(plan.timeZone)) throw invalidField('timeZone', 'timeZone');
    // What lies before this moment is not made up for.
    const dueAt = new Date(dailyHour(plan.hour, plan.timeZone, now()).last);
    await db.transaction().execute(async (trx) => {
      await writePlan(trx, { ...plan, groupRoot: context.caller.groupRoot, dueAt });
      await audit.done(trx, context, 'backup.plan', { ...plan });
    });
    return get(context);
  }

  /**
   * Begins the backup that is due, if any. Safe on every server at once: who moves the row begins it. One that fell
   * due while no server ran is made up for once. While another backup is under way it waits for the next look.
   */
  async function beginDue(): Promise<void> {
    const plan = await readPlan(db);
    if (!plan?.enabled) return;
    const due = new Date(dailyHour(plan.hour, plan.timeZone, now()).last);
    if (due <= plan.dueAt) return;
    await db.transaction().execute(async (trx) => {
      await lockKind(trx, 'backup');
      if (await openOfKind(trx, 'backup')) return;
      if (!(await takeDue(trx, plan.dueAt, due))) return;
      const { groupRoot } = plan;
      const request = { dueAt: due.getTime() };
      const made = await work.add(trx, { kind: 'backup', ownerOID: null, groupRoot, request });
      await audit.write(trx, {
        groupRoot,
        memberOID: null,
        sessionOID: null,
        address: null,
        dockOID: null,
        action: 'backup.start',
        outcome: 'done',
        detail: { work: made, planned: true, dueAt: due.getTime() },
      });
    });
  }

  /** How many backups stay on a server. */
  const keep = async (): Promise<number> => (await readPlan(db))?.keep ?? limits.operation.backup.keep;

  return { get, set, beginDue, keep };
}
export type BackupPlans = ReturnType<typeof createBackupPlan>;
