import { calendarType, limits, type ParsedRequestOf, type taskCalls } from '@eyrie/domain';
import { dayAfter, dayStart } from '@eyrie/domain/recurrence';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer, type CallContext, type Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type RowOf } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { calendarFile, type CalendarEvent } from './calendar-file.ts';
import { calendarRows, unexpanded, type CalendarRow } from './task.calendar.store.ts';
import {
  runColumns,
  runWord,
  taskColumns,
  type ExportedRun,
  type ExportedTask,
} from './task.export.columns.ts';
import { dockNames, routesByOid, type NamedRoute } from './task.export.store.ts';
import type { TaskList } from './task.service.ts';
import type { taskList } from './task.store.ts';

type Tasks = ParsedRequestOf<typeof taskCalls.export>;
type Runs = ParsedRequestOf<typeof taskCalls.exportRuns>;
type Row = RowOf<typeof taskList>;
const { ahead, renewAfter, exportMost } = limits.task.calendar;

interface ExportDependencies {
  audit: AuditLog;
  list: Pick<TaskList, 'pieces'>;
  reasonText(reason: Pick<CalendarRow, 'reason' | 'reasonValues'>, language: Language): string | null;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

const nothingOf = new Set(['missed', 'skipped', 'cancelled']);

/** A run for a calendar of somebody's own. */
const eventOf = (run: ExportedRun, route: NamedRoute | undefined, language: Language): CalendarEvent => ({
  uid: `${run.taskOID}-${run.wall}@eyrie`,
  at: run.at,
  seconds: route?.seconds ?? null,
  summary: run.taskName,
  description: [
    runWord(run, language),
    run.message,
    run.routeName,
    `${run.wall.replace('T', ' ')} (${run.timeZone})`,
  ]
    .filter((line) => line !== null && line !== '')
    .join('\n'),
  location: run.dockName ?? '',
  cancelled: nothingOf.has(run.state),
});

/** What leaves the house of tasks and their runs. */
export const createTaskExport = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { audit, list, reasonText, timeZoneOf }: ExportDependencies,
) => {
  const { db } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  async function* named(pieces: AsyncIterable<readonly Row[]>, { caller }: CallContext) {
    for await (const rows of pieces) {
      const of = (key: 'dockOID' | 'routeOID') => rows.flatMap(({ arrangement }) => arrangement?.[key] ?? []);
      const docks = await dockNames(db, caller, of('dockOID'));
      const routes = await routesByOid(db, caller, of('routeOID'));
      yield rows.map((row): ExportedTask => ({
        ...row,
        dockName: docks.get(row.arrangement?.dockOID ?? '') ?? null,
        routeName: routes.get(row.arrangement?.routeOID ?? '')?.name ?? null,
      }));
    }
  }

  /** @throws Refusal `taskRunsBeyond`, `taskRunsUnexpanded` where runs would be missing that nobody misses in a file */
  const requireExpanded = async ({ from, days, timeZone }: Runs, { caller }: CallContext): Promise<void> => {
    const expandedTo = now() + ahead - renewAfter;
    const begins = (later: number): number => dayStart(from, timeZone, later);
    if (begins(days) > expandedTo) {
      const whole = Array.from({ length: days }, (_, at) => at + 1).filter((at) => begins(at) <= expandedTo);
      throw new Refusal('taskRunsBeyond', { values: { date: dayAfter(from, whole.length - 1) } });
    }
    if (begins(days) <= now()) return;
    const count = await unexpanded(db, caller, new Date(begins(days)));
    if (count > 0) throw new Refusal('taskRunsUnexpanded', { values: { count } });
  };

  return {
    /** A row of the audit log before the first byte: what was taken out is known even if the reader hangs up. */
    async tasks({ format, ...filter }: Tasks, context: CallContext): Promise<BytesAnswer> {
      const { caller, language } = context;
      const timeZone = await timeZoneOf(caller.groupRoot);
      await audit.done(db, context, 'task.export', { format, filter });
      const { exportMost: most, exportPiece: piece } = limits.list;
      const pieces = named(list.pieces(context, filter, { piece, most }), context);
      const rows = exportRows(taskColumns, pieces, { language, timeZone });
      return tableAnswer(say(language, 'task.title'), format, rows, timeZone);
    },
    async runs(request: Runs, context: CallContext): Promise<BytesAnswer> {
      const { from, days, timeZone, dockOID, format } = request;
      const { caller, language } = context;
      await requireExpanded(request, context);
      const span = { from: new Date(dayStart(from, timeZone)), to: new Date(dayStart(from, timeZone, days)) };
      const whole = { days: [{ day: from, ...span }], dockOID: dockOID ?? null, perDay: exportMost + 1 };
      const found = await calendarRows(db, caller, whole, new Date(now()));
      if (found.length > exportMost) throw new Refusal('tableTooLong', { values: { max: exportMost } });
      const routes = await routesByOid(
        db,
        caller,
        found.flatMap(({ routeOID }) => routeOID ?? []),
      );
      const runs = found.map((run): ExportedRun => ({
        ...run,
        routeName: routes.get(run.routeOID ?? '')?.name ?? null,
        message: reasonText(run, language),
      }));
      await audit.done(db, context, 'task.export', { ...request, rows: runs.length });
      const name = `${say(language, 'task.runs')} ${from}`;
      if (format !== 'ics') {
        const rows = exportRows(runColumns, [runs], { language, timeZone });
        return tableAnswer(name, format, rows, timeZone);
      }
      const events = runs.map((run) => eventOf(run, routes.get(run.routeOID ?? ''), language));
      return new BytesAnswer(Buffer.from(calendarFile(say(language, 'task.title'), events, now())), {
        'content-type': calendarType,
        'content-disposition': attachment(name, format),
        'x-content-type-options': 'nosniff',
      });
    },
  };
};
