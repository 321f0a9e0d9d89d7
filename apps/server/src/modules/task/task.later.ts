import { isSingle, writeRule, type ParsedRequestOf, type TaskRecord, type taskCalls } from '@eyrie/domain';
import { begunAt, endedBefore } from '@eyrie/domain/recurrence';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { requireVersion, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { dropExceptions, exceptionsOf, passExceptions, setFollows } from './task.exception.store.ts';
import { refuseLost, sharedBy } from './task.exceptions.ts';
import { plannedOf } from './task.occurrence.store.ts';
import { comingOne, requireNotSoon } from './task.run-change.ts';
import type { Schedule } from './task.schedule.ts';
import type { AskApproval, TaskList } from './task.service.ts';
import { withWorkDays } from './work-day.store.ts';

type Request = ParsedRequestOf<typeof taskCalls.changeLater>;

/** Parts a repeated task at one of its runs: that run and all later ones become a task of their own. */
export const createLater = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  {
    audit,
    list,
    schedule,
    askApproval,
  }: Pick<ListDeps, 'audit'> & { list: TaskList; schedule: Schedule; askApproval: AskApproval },
) => {
  const now = (): number => Math.round(runtime.serverTime());

  const part = async (trx: DbOrTrx, request: Request, context: CallContext): Promise<string> => {
    const { oid, wall, version, name, remark, arrangement, dropExceptions: agreed } = request;
    const [task] = await list.lock(trx, [oid], context);
    if (!task) throw notFound();
    if (version !== undefined) await requireVersion(trx, oid, version);
    const coming = await comingOne(trx, task, wall, now());
    requireNotSoon(coming, now());
    const before = coming.schedule;
    if (isSingle(before)) throw new Refusal('taskNotRepeated');
    const [planned] = await plannedOf(trx, [oid]);
    // A later run that was moved ahead may be about to begin.
    if (planned && planned.wall >= wall)
      requireNotSoon(
        { ...coming, at: planned.dueAt.getTime(), row: { ...planned, state: 'planned' } },
        now(),
      );
    const given = request.schedule;
    const [date = ''] = wall.split('T');
    if (given.from < date || (given.from === date && given.timeZone !== before.timeZone))
      throw invalidField('schedule.from', 'from');
    const ended = endedBefore(before, wall);
    if (!ended) throw new Refusal('runFirst');
    const later = begunAt(given, before, wall);
    const timing = { type: 'repeat', schedule: later, arrangement } as const;
    const made = await list.addWithin(
      trx,
      { name, ...timing, ...(remark === undefined ? {} : { remark }) },
      context,
    );
    await setFollows(trx, made.oid, task);
    // Also of runs that were moved ahead and have flown: the new task must not fly them again at their own time.
    const walls = (await exceptionsOf(trx, oid, Math.min(now(), coming.plainAt)))
      .map((one) => one.wall)
      .filter((one) => one >= wall);
    const whole = await withWorkDays(trx, context.caller, later);
    const { kept, lost } = sharedBy(whole, before.timeZone, walls);
    refuseLost(lost, agreed);
    await dropExceptions(trx, oid, lost, new Date(now()));
    await passExceptions(trx, { from: oid, to: made.oid }, kept, new Date(now()));
    const scheduleRule = writeRule(ended);
    await list.changeWithin(trx, [task], { scheduleRule }, context);
    // It flies at other times than it was approved.
    await askApproval(trx, oid, context.caller.memberOID);
    await schedule.replan(trx, { oid, rule: scheduleRule }, wall);
    const [first] = await plannedOf(trx, [made.oid]);
    await schedule.replan(trx, { oid: made.oid, rule: writeRule(later) }, first?.wall ?? wall);
    await audit.done(trx, context, 'task.changeLater', { taskOID: oid, wall, ...made.detail });
    return made.oid;
  };

  return async (request: Request, context: CallContext): Promise<TaskRecord> => {
    const made = await runtime.db.transaction().execute((trx) => part(trx, request, context));
    return list.get(made, context);
  };
};
