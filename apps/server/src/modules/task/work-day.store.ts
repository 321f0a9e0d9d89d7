import { isSingle, limits, workDayFields, type TaskSchedule, type WorkDayKind } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  defineList,
  equals,
  keyword,
  storedColumns,
  versionOfRow,
  type RowOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export const workDayList = defineList({
  table: 'work_day',
  scope: 'organisation',
  name: 'day',
  columns: {
    oid: 'oid',
    groupRoot: 'group_root',
    ...storedColumns(workDayFields),
    createdAt: 'created_at',
    version: versionOfRow('work_day'),
  },
  filters: { kind: equals('work_day.kind'), keyword: keyword('work_day.name', 'work_day.day') },
  sort: { day: sql`work_day.day`, '-day': sql`work_day.day desc` },
  order: '-day',
});
export type StoredWorkDay = RowOf<typeof workDayList>;

/** True while an organisation may add another day. */
export const hasRoom = async (trx: DbOrTrx, groupRoot: string): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from work_day
    where group_root = ${groupRoot}::uuid`.execute(trx);
  return (rows[0]?.count ?? 0) < limits.task.workDaysMost;
};

/** A schedule with the days of its organisation's calendar, where it goes by it. @param of whose calendar it is */
export const withWorkDays = async <Schedule extends TaskSchedule>(
  db: DbOrTrx,
  of: { groupRoot: string } | { taskOID: string },
  schedule: Schedule,
): Promise<Schedule> => {
  if (isSingle(schedule) || !(schedule.skipHolidays || schedule.makeUpDays)) return schedule;
  const root =
    'groupRoot' in of
      ? sql`${of.groupRoot}::uuid`
      : sql`(select task.group_root from task where task.oid = ${of.taskOID}::uuid)`;
  const { rows } = await sql<{ day: string; kind: WorkDayKind }>`select day, kind from work_day
    where group_root = ${root} order by day`.execute(db);
  const ofKind = (kind: WorkDayKind): string[] =>
    rows.filter((row) => row.kind === kind).map(({ day }) => day);
  return { ...schedule, workDays: { holidays: new Set(ofKind('holiday')), makeUp: ofKind('makeUp') } };
};

/** The tasks of an organisation are planned anew before long. Part of the transaction that changes its calendar. */
export const recordCalendarChange = async (trx: DbOrTrx, groupRoot: string): Promise<void> => {
  await sql`insert into work_day_change (group_root) values (${groupRoot}::uuid)
    on conflict (group_root) do update set changes = work_day_change.changes + 1`.execute(trx);
};

export interface ChangedCalendar {
  groupRoot: string;
  changes: number;
}
export const changedCalendars = async (db: DbOrTrx): Promise<ChangedCalendar[]> => {
  const { rows } = await sql<ChangedCalendar>`select group_root as "groupRoot", changes from work_day_change
    order by group_root limit ${limits.task.planAtOnce}`.execute(db);
  return rows;
};

/** Tasks of an organisation that go by its calendar. */
export const tasksByCalendar = async (db: DbOrTrx, groupRoot: string): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select oid from task where group_root = ${groupRoot}::uuid
    and schedule_rule like '%X-EYRIE-DAYS:%' and deleted_at is null order by oid`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** One of them, held until the transaction ends; undefined: it is none any more. */
export const lockByCalendar = async (
  trx: DbOrTrx,
  oid: string,
): Promise<{ oid: string; rule: string } | undefined> => {
  const { rows } = await sql<{ oid: string; rule: string }>`select oid, schedule_rule as rule from task
    where oid = ${oid}::uuid and schedule_rule like '%X-EYRIE-DAYS:%' and deleted_at is null
    for no key update`.execute(trx);
  return rows[0];
};

/** Done with an organisation, unless its calendar was changed again meanwhile. */
export const dropChange = async (db: DbOrTrx, { groupRoot, changes }: ChangedCalendar): Promise<void> => {
  await sql`delete from work_day_change where group_root = ${groupRoot}::uuid and changes = ${changes}`.execute(
    db,
  );
};
