import { limits, type DaySpan, type Drilling, type PeriodStep } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, isTopmost, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Source, Summed } from './measure-columns.ts';
import { noDock } from './statistics.schema.ts';

/** Whose days, and which. */
export interface Asked extends DaySpan {
  scope: Scope;
  groupOID: string | undefined;
}

/** Days of the departments of a scope. The topmost department has every one of its organisation: no row is looked up for it. */
type Days = `${Source}_day` | `${Source}_group_day` | 'flight_part_day';
const rowsOf = (table: Days, { scope, groupOID, from, to }: Asked) =>
  sql`${sql.ref(table)} where ${sql.ref(`${table}.group_root`)} = ${scope.groupRoot}::uuid
    and ${sql.ref(`${table}.day`)} between ${from}::date and ${to}::date
    and (${isTopmost(scope, groupOID)} or ${inScope(`${table}.group_oid`, scope, groupOID)})`;

const sumsOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`));

/** Which figures, and from which days. */
export interface Figures {
  source: Source;
  columns: readonly string[];
}

export const totalOf = async (db: DbOrTrx, asked: Asked, { source, columns }: Figures): Promise<Summed> => {
  const { rows } =
    await sql<Summed>`select ${sumsOf(columns)} from ${rowsOf(`${source}_group_day`, asked)}`.execute(db);
  return rows[0] ?? {};
};

/** By the first day of each step; days without a record are missing. */
export const stepsSummed = async (
  db: DbOrTrx,
  asked: Asked,
  { source, columns, step }: Figures & { step: PeriodStep },
): Promise<Map<string, Summed>> => {
  const first = step === 'day' ? sql`day` : sql`date_trunc('month', day::timestamp)`;
  // Written out once a step, not once a row.
  const { rows } = await sql<
    Summed & { first: string }
  >`select first::date::text as first, ${sql.join(columns.map((name) => sql.ref(name)))}
    from (select ${first} as first, ${sumsOf(columns)} from ${rowsOf(`${source}_group_day`, asked)} group by 1) step`.execute(
    db,
  );
  return new Map(rows.map(({ first: day, ...sums }) => [day, sums]));
};

export interface NamedSum {
  oid: string;
  name: string;
  value: number;
}

const drilled = {
  department: {
    days: 'group_day',
    key: sql`group_oid`,
    name: sql`(select name from department where oid = part.oid)`,
  },
  dock: { days: 'day', key: sql`dock_oid`, name: sql`(select name from dock where oid = part.oid)` },
  person: {
    days: 'part_day',
    key: sql`person_oid`,
    name: sql`(select name from member where oid = part.oid)`,
  },
  route: { days: 'part_day', key: sql`route_oid`, name: sql`(select name from route where oid = part.oid)` },
  // Its name is a word of the reader's language.
  kind: { days: 'part_day', key: sql`kind`, name: sql`''` },
} as const satisfies Record<Drilling, unknown>;

/** The days by which parts are summed, and the key of each part. */
const partsFrom = (asked: Asked, by: Drilling, source: Source): RawBuilder<unknown> => {
  const { days } = drilled[by];
  if (days !== 'part_day') return rowsOf(`${source}_${days}`, asked);
  if (source !== 'flight') throw new Error(`days of ${source} are not known by ${by}`);
  return rowsOf('flight_part_day', asked);
};

/** The largest, each by its name, and the sum of all others. */
export const namedSums = async (
  db: DbOrTrx,
  asked: Asked,
  { by, source, columns }: Figures & { by: Drilling },
): Promise<{ named: NamedSum[]; rest: number }> => {
  const { key, name: named } = drilled[by];
  const value = sql.join(
    columns.map((name) => sql`sum(${sql.ref(name)})`),
    sql` + `,
  );
  const { rows } = await sql<NamedSum & { all: number }>`
    with sums as (select ${key} as oid, (${value})::float8 as value
      from ${partsFrom(asked, by, source)} group by 1),
    part as (select *, (sum(value) over ())::float8 as "all" from sums order by value desc, oid
      limit ${limits.statistics.namedMost + 1})
    select part.oid, coalesce(${named}, '') as name, part.value, part."all"
    from part order by part.value desc, part.oid`.execute(db);
  const largest = rows
    .filter(({ oid, value: sum }) => sum > 0 && oid !== noDock)
    .slice(0, limits.statistics.namedMost)
    .map(({ oid, name, value: sum }) => ({ oid, name, value: sum }));
  const all = rows[0]?.all ?? 0;
  return { named: largest, rest: Math.max(0, all - largest.reduce((sum, row) => sum + row.value, 0)) };
};

/** Every part that has a record, by name. */
export const allSums = async (
  db: DbOrTrx,
  asked: Asked,
  { by, source, columns }: Figures & { by: Drilling },
): Promise<{ oid: string | null; of: string; sums: Summed }[]> => {
  const { key, name } = drilled[by];
  const { rows } = await sql<Summed & { oid: string; of: string }>`
    with part as (select ${key} as oid, ${sumsOf(columns)} from ${partsFrom(asked, by, source)} group by 1)
    select coalesce(${name}, '') as of, part.* from part
    order by 1, part.oid limit ${limits.list.exportMost}`.execute(db);
  return rows.map(({ oid, of, ...sums }) => ({ oid: oid === noDock ? null : oid, of, sums }));
};

/** Where the docks stand that one sees now: one that was moved to others has days here, and its place no more. */
export const placesOf = async (
  db: DbOrTrx,
  scope: Scope,
): Promise<Map<string, { lng: number; lat: number }>> => {
  const { rows } = await sql<{ oid: string; lng: number; lat: number }>`
    select dock.oid, dock_snapshot.lng, dock_snapshot.lat from dock_snapshot
    inner join dock on dock.oid = dock_snapshot.dock_oid and dock.deleted_at is null
    where dock.group_root = ${scope.groupRoot}::uuid and ${inScope('dock.group_oid', scope, undefined)}
      and dock_snapshot.lng is not null and dock_snapshot.lat is not null`.execute(db);
  return new Map(rows.map(({ oid, lng, lat }) => [oid, { lng, lat }]));
};

/** Findings by class, the most frequent first, at most so many. */
export const classSums = async (
  db: DbOrTrx,
  asked: Asked,
  { columns, most }: { columns: readonly string[]; most: number },
): Promise<{ class: string; sums: Summed }[]> => {
  const value = sql.join(
    columns.map((name) => sql`sum(${sql.ref(name)})`),
    sql` + `,
  );
  const { rows } = await sql<Summed & { class: string }>`select class, ${sumsOf(columns)}
    from ${rowsOf('finding_group_day', asked)} group by class having ${value} > 0
    order by ${value} desc, class limit ${most}`.execute(db);
  return rows.map(({ class: name, ...sums }) => ({ class: name, sums }));
};

/** How many docks flew: one that flew on several days is one. */
export const docksFlown = async (db: DbOrTrx, asked: Asked): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(distinct dock_oid)::int as count
    from ${rowsOf('flight_day', asked)} and flights > 0`.execute(db);
  return rows[0]?.count ?? 0;
};

/** What is not counted yet of an organisation, and of how many docks and departments all days are counted anew. */
export const notCounted = async (
  db: DbOrTrx,
  groupRoot: string,
  timeZone: string,
): Promise<{ pending: number; recounting: number }> => {
  const { rows } = await sql<{ pending: number; recounting: number }>`select
      ((select count(*) from (select from flight_day_due where group_root = ${groupRoot}::uuid limit 10000) due)
        + (select count(*) from (select from finding_day_due where group_root = ${groupRoot}::uuid limit 10000) due))::int
        as pending,
      ((select count(*) from flight_day_zone where group_root = ${groupRoot}::uuid and time_zone <> ${timeZone})
        + (select count(*) from finding_day_zone
          where group_root = ${groupRoot}::uuid and time_zone <> ${timeZone}))::int as recounting`.execute(
    db,
  );
  return rows[0] ?? { pending: 0, recounting: 0 };
};
