import {
  workDayCalls,
  workDayFields,
  workDayKinds,
  type ParsedRequestOf,
  type WorkDayRecord,
} from '@eyrie/domain';
import { languages } from '@eyrie/phrases';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import {
  allowedWords,
  createList,
  firstValues,
  serveList,
  serveTable,
  type ListDeps,
} from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { eachAlone } from './each-alone.ts';
import type { Schedule } from './task.schedule.ts';
import { asTable } from './work-day-file.ts';
import {
  changedCalendars,
  dropChange,
  hasRoom,
  lockByCalendar,
  recordCalendarChange,
  tasksByCalendar,
  workDayList,
  type StoredWorkDay,
} from './work-day.store.ts';

type Add = ParsedRequestOf<typeof workDayCalls.add>;
type Edit = ParsedRequestOf<typeof workDayCalls.edit>;
const { get, edit, remove } = workDayCalls;

/** A kind by its word in any language, or by its name; anything else is refused as it stands. */
const kindOf = (written: string): string =>
  workDayKinds.find((kind) => languages.some((one) => say(one, `workDay.kind.${kind}`) === written)) ??
  written;

/** The calendar of holidays and make-up workdays. Every change lets the tasks that go by it be planned anew. */
export const workDayEndpoints = (
  deps: ListDeps & { timeZoneOf?: (groupRoot: string) => Promise<string> },
): Endpoint[] => {
  const list = createList<typeof workDayList, WorkDayRecord, Add, Edit>(
    {
      list: workDayList,
      word: 'workDay',
      present: (rows, { caller }) =>
        rows.map((row) => ({ ...row, allowed: allowedWords(caller.resources, [get, edit, remove]) })),
      taken: ({ day }) => new Refusal('workDayTaken', { values: { day: day ?? '' } }),
      async make(trx, given, { caller: { groupRoot } }, createdAt) {
        if (!(await hasRoom(trx, groupRoot))) throw new Refusal('workDaysFull');
        const detail = firstValues(workDayFields, given);
        return { values: { groupRoot, ...detail, createdAt }, detail };
      },
      added: (trx, _oid, _request, { caller }) => recordCalendarChange(trx, caller.groupRoot),
      async edited({ oid, groupRoot }, values, { trx }) {
        await recordCalendarChange(trx, groupRoot);
        return { oid, ...values };
      },
      beforeRemove: (trx, _rows, { caller }) => recordCalendarChange(trx, caller.groupRoot),
      removed: (rows) => ({ rows: rows.map(({ oid, day }) => ({ oid, name: day })) }),
    },
    deps,
  );
  const table = serveTable<StoredWorkDay, object, Add>(
    {
      word: 'workDay',
      title: 'workDay.title',
      columns: [
        { field: 'day', heading: 'workDay.day', cell: ({ day }) => day },
        {
          field: 'kind',
          heading: 'workDay.kind',
          cell: ({ kind }, language) => say(language, `workDay.kind.${kind}`),
          read: kindOf,
        },
        { field: 'name', heading: 'field.name', cell: ({ name }) => name },
      ],
      unique: ['day'],
      add: workDayCalls.add,
      list,
    },
    deps,
  );
  return serveList(workDayCalls, list, {
    ...table,
    import: (request, context: CallContext) =>
      table.import(request, { ...context, file: context.file && asTable(context.file) }),
  });
};

/**
 * Timer step, safe on several servers at once: plans the tasks of an organisation anew whose calendar was changed. A run
 * that begins within a minute comes all the same.
 */
export const createReplanning =
  (runtime: Pick<Runtime, 'db' | 'log'>, schedule: Pick<Schedule, 'replan'>) => async (): Promise<void> => {
    const { db } = runtime;
    for (const changed of await changedCalendars(db)) {
      const oids = await tasksByCalendar(db, changed.groupRoot);
      const done = await eachAlone(runtime, oids, async (trx, oid) => {
        const task = await lockByCalendar(trx, oid);
        if (task) await schedule.replan(trx, task, '');
        return oid;
      });
      // One that failed is tried again with the next step.
      if (done.length === oids.length) await dropChange(db, changed);
    }
  };
