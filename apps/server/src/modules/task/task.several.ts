import {
  limits,
  type ParsedRequestOf,
  type SeveralOutcome,
  type SeveralOutcomes,
  type taskCalls,
} from '@eyrie/domain';
import { refused } from '../../platform/http/answer.ts';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { refusalOf } from '../../platform/http/known-error.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { Pausing } from './task.service.ts';
import { tasksOf } from './task.several.store.ts';

type Pause = ParsedRequestOf<typeof taskCalls.pauseTasks>;
type Resume = ParsedRequestOf<typeof taskCalls.restoreTasks>;
const { most } = limits.task.several;

interface SeveralDependencies {
  audit: Pick<AuditLog, 'done' | 'refused'>;
  pausing: Pick<Pausing, 'pauseWithin' | 'resumeWithin'>;
  /** What a task is called; null: it is not in sight of the caller. */
  nameOf(oid: string, context: CallContext): Promise<string | null>;
  /** @throws Refusal `notFound` unless the department is the caller's own or below it */
  requireVisible(caller: Caller, oid: string): Promise<void>;
}

/** Those that are dealt with now, of how many that were asked for. */
interface Chosen {
  oids: readonly string[];
  total: number;
}

/** Pauses and resumes several tasks, each by the rules of one and in a transaction of its own. */
export const createSeveral = (
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  { audit, pausing, nameOf, requireVisible }: SeveralDependencies,
) => {
  const refusedOf = async (oid: string, error: unknown, context: CallContext): Promise<SeveralOutcome> => {
    const known = refusalOf(error);
    if (!known) log.error({ err: error, oid }, 'one of several tasks was left as it is');
    const refusal = known ?? new Refusal('internal');
    const { message } = refused(context.language, refusal).body;
    // Without the database the name is not known either, and those before it must still be answered.
    const name = await nameOf(oid, context).catch(() => null);
    return { oid, name, outcome: 'refused', reason: refusal.reason, message };
  };

  /** One row for all that were refused; each of the others has written its own. */
  const writeRefused = async (
    list: readonly SeveralOutcome[],
    { action, context }: { action: string; context: CallContext },
  ): Promise<void> => {
    const tasks = list.flatMap(({ oid, reason }) => (reason === null ? [] : [{ oid, reason }]));
    const [first] = tasks;
    if (list.length === 0) await audit.done(db, context, action, { count: 0 });
    if (!first) return;
    // What was done of it stands and must be answered.
    await audit
      .refused(db, context, action, first.reason, { tasks })
      .catch((error: unknown) =>
        log.error({ err: error, tasks }, 'refused tasks have no row of the audit log'),
      );
  };

  const each = async (
    { oids, total }: Chosen,
    { action, context }: { action: string; context: CallContext },
    work: (trx: DbOrTrx, oid: string) => Promise<{ name: string }>,
  ): Promise<SeveralOutcomes> => {
    const list: SeveralOutcome[] = [];
    for (const oid of oids)
      try {
        const { name } = await db.transaction().execute((trx) => work(trx, oid));
        list.push({ oid, name, outcome: 'done', reason: null, message: null });
      } catch (error) {
        list.push(await refusedOf(oid, error, context));
      }
    await writeRefused(list, { action, context });
    const unseen = list.filter(({ name }) => name === null).length;
    return { list, total: Math.max(0, total - unseen) };
  };

  const chosen = async (
    { oids, ...all }: Pick<Pause, 'oids' | 'dockOID' | 'groupOID'>,
    { caller }: CallContext,
    wanted: { paused: boolean; reason: string | null },
  ): Promise<Chosen> => {
    if (oids) {
      const once = [...new Set(oids)];
      return { oids: once, total: once.length };
    }
    if (all.groupOID) await requireVisible(caller, all.groupOID);
    return tasksOf(db, caller, all, { ...wanted, most });
  };

  return {
    async pause({ reason, ...which }: Pause, context: CallContext): Promise<SeveralOutcomes> {
      const these = await chosen(which, context, { paused: false, reason: null });
      return each(these, { action: 'task.pause', context }, (trx, oid) =>
        pausing.pauseWithin(trx, oid, reason, context),
      );
    },
    async resume({ reason: given, ...which }: Resume, context: CallContext): Promise<SeveralOutcomes> {
      const reason = given ?? null;
      const these = await chosen(which, context, { paused: true, reason });
      return each(these, { action: 'task.resume', context }, (trx, oid) =>
        pausing.resumeWithin(trx, oid, reason, context),
      );
    },
  };
};
