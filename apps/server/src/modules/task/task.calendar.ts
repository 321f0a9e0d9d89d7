import {
  limits,
  readRule,
  type CalendarDay,
  type ParsedRequestOf,
  type ResponseOf,
  type taskCalls,
} from '@eyrie/domain';
import { dayAfter, dayStart, runsAfter } from '@eyrie/domain/recurrence';
import type { CallContext, Language } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { eachAlone } from './each-alone.ts';
import { exceptionsOf } from './task.exception.store.ts';
import {
  calendarCounts,
  calendarRows,
  dropPastAhead,
  lockToExpand,
  storeAhead,
  tasksToExpand,
  unexpanded,
  type CalendarRow,
} from './task.calendar.store.ts';
import { withWorkDays } from './work-day.store.ts';

type Request = ParsedRequestOf<typeof taskCalls.calendar>;
type Reason = Pick<CalendarRow, 'reason' | 'reasonValues'>;
const { ahead, renewAfter, runsAtOnce, turnsMost } = limits.task.calendar;

/** What timed tasks did and will do, by day. @param reasonText why a run came to nothing, in words */
export const createCalendar = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>,
  reasonText: (reason: Reason, language: Language) => string | null,
) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  /** Expands so many runs of one task: a rule of many runs a day takes several turns. */
  const expand = async (
    trx: Parameters<typeof lockToExpand>[0],
    oid: string,
    end: Date,
  ): Promise<true | undefined> => {
    const task = await lockToExpand(trx, oid, end);
    if (!task) return undefined;
    const read = readRule(task.rule);
    if (!read) {
      // Looked at again with every pass it would keep others from being expanded.
      runtime.log.error({ task: oid }, 'the schedule of a task cannot be read');
      await storeAhead(trx, oid, [], { timeZone: 'UTC', to: end });
      return true;
    }
    const schedule = await withWorkDays(trx, { taskOID: oid }, read);
    const after = task.aheadTo?.getTime() ?? now();
    // From just before it: a run may have been moved to the very moment of another one.
    const found = runsAfter(schedule, after - 1, runsAtOnce, await exceptionsOf(trx, oid, after));
    const last = found.at(-1);
    const more = found.length === runsAtOnce && last !== undefined && last.at < end.getTime();
    await storeAhead(
      trx,
      oid,
      found.filter(({ at }) => at <= end.getTime()),
      { timeZone: schedule.timeZone, to: more ? new Date(last.at) : end },
    );
    return true;
  };

  const present = ({ day: _day, reasonValues, ...run }: CalendarRow, language: Language) => ({
    ...run,
    message: reasonText({ reason: run.reason, reasonValues }, language),
  });

  return {
    /** Timer step, safe on several servers at once: expands runs of tasks that are new, were changed, or go on. */
    async pass(): Promise<void> {
      const end = new Date(now() + ahead);
      for (let turn = 0; turn < turnsMost; turn++) {
        const oids = await tasksToExpand(db, end);
        const done = await eachAlone(runtime, oids, (trx, oid) => expand(trx, oid, end));
        if (done.length === 0) break;
      }
      await dropPastAhead(db, new Date(now() - renewAfter));
    },
    async read(
      { from, days, timeZone, dockOID, perDay }: Request,
      { caller, language }: CallContext,
    ): Promise<ResponseOf<typeof taskCalls.calendar>> {
      const begins = Array.from({ length: days + 1 }, (_, later) => dayStart(from, timeZone, later));
      const span = {
        days: begins.slice(0, days).map((begin, later) => ({
          day: dayAfter(from, later),
          from: new Date(begin),
          to: new Date(begins[later + 1] ?? begin),
        })),
        dockOID: dockOID ?? null,
        perDay,
      };
      const to = begins[days] ?? 0;
      const moment = new Date(now());
      const counts = await calendarCounts(db, caller, span, moment);
      const rows = await calendarRows(db, caller, span, moment);
      const byDay = new Map<string, CalendarDay>();
      for (const { day, ...count } of counts) {
        const shown = byDay.get(day) ?? { day, counts: [], list: [] };
        shown.counts.push(count);
        byDay.set(day, shown);
      }
      for (const row of rows) byDay.get(row.day)?.list.push(present(row, language));
      const expandedTo = now() + ahead - renewAfter;
      const missing =
        to <= moment.getTime() ? 0 : await unexpanded(db, caller, new Date(Math.min(to, expandedTo)));
      const total = counts.reduce((all, { count }) => all + count, 0);
      return { list: [...byDay.values()], total, unexpanded: missing };
    },
  };
};
export type Calendar = ReturnType<typeof createCalendar>;
