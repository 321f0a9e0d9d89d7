import { limits, type SearchKind } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { ordersSeen } from '../work-order/index.ts';

type Searcher = Scope & { memberOID: string };
type Condition = RawBuilder<boolean>;

export interface Found {
  kind: SearchKind;
  oid: string;
  name: string | null;
  sn: string | null;
  place: string;
  at: Date | null;
}

/** Where records of a kind stand, and which of them the searcher sees. */
interface Source {
  table: 'dock' | 'drone' | 'device' | 'route' | 'task' | 'work_order';
  /** Columns by which they are found. */
  by: readonly ('name' | 'sn')[];
  seen: Condition;
}

const { ofKindMost, withinMost, namesOfFlightsMost } = limits.search;
/** One more than is answered says that there are more. */
const most = ofKindMost + 1;

const standing = (table: string): Condition => sql<boolean>`${sql.ref(`${table}.deleted_at`)} is null`;
const ofDepartments = (table: string, caller: Searcher): Condition =>
  sql<boolean>`${inScope(`${table}.group_oid`, caller)} and ${standing(table)}`;
const devices = (kind: string, caller: Searcher): Source => ({
  table: 'device',
  by: ['name', 'sn'],
  seen: sql<boolean>`device.kind = ${kind} and ${ofDepartments('device', caller)}`,
});

const sources: Readonly<Record<Exclude<SearchKind, 'flight'>, (caller: Searcher) => Source>> = {
  // Robots and controllers have a link of their own in the table of docks.
  dock: (caller) => ({
    table: 'dock',
    by: ['name', 'sn'],
    seen: sql<boolean>`dock.kind = 'dock' and ${ofDepartments('dock', caller)}`,
  }),
  drone: (caller) => ({ table: 'drone', by: ['name', 'sn'], seen: ofDepartments('drone', caller) }),
  remoteController: (caller) => devices('remoteController', caller),
  battery: (caller) => devices('battery', caller),
  gimbal: (caller) => devices('gimbal', caller),
  robot: (caller) => devices('robot', caller),
  route: (caller) => ({ table: 'route', by: ['name'], seen: ofDepartments('route', caller) }),
  task: (caller) => ({ table: 'task', by: ['name'], seen: ofDepartments('task', caller) }),
  workOrder: (caller) => ({ table: 'work_order', by: ['name'], seen: ordersSeen(caller, undefined) }),
};

/** 0: it is the word; 1: it begins with it; 2: a word within does; 3: it stands somewhere within. */
const rankOf = (word: string): RawBuilder<number> => sql<number>`case
  when lower(name) = lower(${word}) or lower(sn) = lower(${word}) then 0
  when starts_with(lower(name), lower(${word})) or starts_with(lower(sn), lower(${word})) then 1
  when strpos(' ' || lower(name), ' ' || lower(${word})) > 0 then 2 else 3 end`;

/**
 * Records by name and serial number, the most exact first. What begins with the word is found by an index in order, so
 * that it is complete; of what holds it elsewhere, the best of those that were looked at.
 */
const nearest = (
  { table, by, seen }: Source,
  { groupRoot }: Searcher,
  word: string,
  count: number,
): RawBuilder<unknown> => {
  const own = (name: string): RawBuilder<unknown> => sql.ref(`${table}.${name}`);
  const rows = sql`select ${own('oid')}, ${own('name')}, ${by.includes('sn') ? own('sn') : sql`null::text`} as sn,
      ${own('group_oid')} from ${sql.table(table)}
    where ${own('group_root')} = ${groupRoot}::uuid and ${seen}`;
  const beginning = by.map((name) => {
    const letters = sql`lower(${own(name)}) collate "C"`;
    return sql`(${rows} and ${letters} >= lower(${word}) and ${letters} < lower(${word}) || chr(1114111)
      order by ${letters} limit ${count})`;
  });
  const within = sql`(${rows} and ${holdsWord(
    by.map((name) => `${table}.${name}`),
    word,
  )} limit ${withinMost})`;
  return sql`(select distinct oid, name, sn, group_oid, ${rankOf(word)} as rank, lower(name) collate "C" as letters
    from (${sql.join([...beginning, within], sql` union all `)}) near
    order by rank, letters, oid limit ${count})`;
};

const foundOf = (kind: Exclude<SearchKind, 'flight'>, caller: Searcher, word: string) =>
  sql`select ${kind}::text as kind, near.oid, near.name, near.sn, department.name as place, null::timestamptz as at,
      row_number() over (order by near.rank, near.letters, near.oid) as nth
    from ${nearest(sources[kind](caller), caller, word, most)} near
    inner join department on department.oid = near.group_oid`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Flights have no name of their own: the newest of the tasks, docks, aircraft and routes that are called so. */
const foundFlights = (caller: Searcher, word: string): RawBuilder<unknown> => {
  const seen = ofDepartments('flight', caller);
  const of = (kind: 'task' | 'dock' | 'drone' | 'route') => sql`(select one.oid, one.created_at, near.rank
    from ${nearest(sources[kind](caller), caller, word, namesOfFlightsMost)} near
    cross join lateral (select flight.oid, flight.created_at from flight
      where ${sql.ref(`flight.${kind}_oid`)} = near.oid and ${seen}
      order by flight.created_at desc limit ${most}) one)`;
  const named = [of('task'), of('dock'), of('drone'), of('route')];
  // Tables and reports name a flight by its oid.
  if (uuid.test(word))
    named.push(
      sql`(select flight.oid, flight.created_at, 0 as rank from flight where flight.oid = ${word}::uuid and ${seen})`,
    );
  return sql`select 'flight'::text as kind, flight.oid, task.name, null::text as sn, dock.name as place,
      coalesce(flight.start_time, flight.created_at) as at,
      row_number() over (order by near.rank, near.created_at desc, near.oid) as nth
    from (select oid, created_at, min(rank) as rank from (${sql.join(named, sql` union all `)}) each
      group by oid, created_at order by min(rank), created_at desc, oid limit ${most}) near
    inner join flight on flight.oid = near.oid
    inner join dock on dock.oid = flight.dock_oid
    left join task on task.oid = flight.task_oid`;
};

/**
 * Records of these kinds that the searcher sees and that are called so, capitals aside.
 * @param word not empty; its signs mean nothing but themselves
 * @returns of each kind the most exact first, at most one more than an answer has
 */
export const findRecords = async (
  db: DbOrTrx,
  caller: Searcher,
  kinds: readonly SearchKind[],
  word: string,
): Promise<Found[]> => {
  if (kinds.length === 0) return [];
  const each = kinds.map((kind) =>
    kind === 'flight' ? foundFlights(caller, word) : foundOf(kind, caller, word),
  );
  const { rows } = await sql<Found>`select kind, oid, name, sn, place, at
    from (${sql.join(each, sql` union all `)}) found order by nth`.execute(db);
  return rows;
};
