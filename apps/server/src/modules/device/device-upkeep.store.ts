import { upkeepCounters, type ProgrammeKind, type UpkeepCounted } from '@eyrie/domain';
import { dockCountersOf } from '@eyrie/dji';
import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { dockFlownJoin, flownJoins, upkeepCounted, type UpkeptTable } from './device-counters.store.ts';

export const tableOf = (kind: ProgrammeKind): UpkeptTable =>
  kind === 'drone' || kind === 'dock' ? kind : 'device';

const upkeepJoin = (table: UpkeptTable): RawBuilder<unknown> =>
  sql`left join device_upkeep on device_upkeep.device_oid = ${sql.ref(`${table}.oid`)}`;
/** What the counters of a table are read from, beside its rows. */
const counterJoins: Readonly<Record<UpkeptTable, RawBuilder<unknown>>> = {
  device: sql`left join device_report on device_report.device_oid = device.oid ${upkeepJoin('device')}`,
  drone: sql`left join device_report on device_report.device_oid = drone.oid ${upkeepJoin('drone')} ${flownJoins}`,
  dock: sql`left join dock_snapshot on dock_snapshot.dock_oid = dock.oid ${upkeepJoin('dock')} ${dockFlownJoin}`,
};
const modelColumns: Readonly<
  Record<UpkeptTable, readonly [stated: RawBuilder<unknown>, said: RawBuilder<unknown>]>
> = {
  device: [sql`device.model`, sql`device_report.model`],
  drone: [sql`drone.stated_model`, sql`case when drone.heard then drone.model end`],
  dock: [sql`null`, sql`dock.model`],
};
/** Rows of which the maintenance is looked after. */
const inUse: Readonly<Record<UpkeptTable, RawBuilder<unknown>>> = {
  device: sql`device.retired_at is null`,
  drone: sql`drone.retired_at is null`,
  dock: sql`dock.kind = 'dock' and dock.retired_at is null`,
};

interface Counting {
  counted: UpkeepCounted;
  /** What a dock said of itself. */
  values: unknown;
}
/** A dock counts in its properties; every other row has its counters beside it. */
const withDockCounters = ({ counted, values }: Counting): UpkeepCounted => {
  const { jobs, runningTime } = counted.counters;
  if (!jobs || !runningTime) return counted;
  const said = dockCountersOf(values);
  return {
    ...counted,
    counters: {
      jobs: { ...jobs, now: { ...jobs.now, reported: said.jobs } },
      runningTime: { ...runningTime, now: { ...runningTime.now, reported: said.runningTime } },
    },
  };
};
/** Columns of the last maintenance, by counter: what the device said, and what was recorded here. */
const baseColumns = {
  flights: ['flights', 'recorded_flights'],
  flightTime: ['flight_time', 'recorded_time'],
  distance: ['distance', 'recorded_distance'],
  landings: [null, 'landings'],
  jobs: ['jobs', 'recorded_jobs'],
  runningTime: ['running_time', null],
  cycles: ['cycles', null],
} as const;

/** What a device has used until now is what its programmes count from. */
export async function beginUpkeep(
  trx: DbOrTrx,
  kind: ProgrammeKind,
  deviceOID: string,
  at: Date,
): Promise<void> {
  const counted = (await upkeptDevice(trx, kind, deviceOID))?.counted;
  const base = Object.fromEntries(
    upkeepCounters.flatMap((name) => {
      const now = counted?.counters[name]?.now;
      const [reported, recorded] = baseColumns[name];
      return [
        ...(reported ? [[reported, now?.reported ?? null]] : []),
        ...(recorded ? [[recorded, now?.recorded ?? null]] : []),
      ] as [string, number | null][];
    }),
  );
  const row = { done_at: at, ...base } as never;
  await trx
    .insertInto('device_upkeep')
    .values({ device_oid: deviceOID, ...(row as object) } as never)
    .onConflict((conflict) => conflict.column('device_oid').doUpdateSet(row))
    .execute();
}

export interface UpkeepRow {
  oid: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  /** As it was typed, and as the device says. */
  model: string | null;
  reportedModel: string | null;
  counted: UpkeepCounted;
}

async function upkeptRows(
  db: DbOrTrx,
  kind: ProgrammeKind,
  where: RawBuilder<unknown>,
): Promise<UpkeepRow[]> {
  const table = tableOf(kind);
  const row = sql.table(table);
  const [stated, said] = modelColumns[table];
  const { rows } = await sql<Omit<UpkeepRow, 'counted'> & Counting>`
    select ${row}.oid, ${row}.group_root as "groupRoot", ${row}.group_oid as "groupOID", ${row}.name,
      ${stated} as model, ${said} as "reportedModel", ${upkeepCounted(table)} as counted,
      ${table === 'dock' ? sql`dock_snapshot.dock_values` : sql`null`} as values
    from ${row} ${counterJoins[table]} where ${where}`.execute(db);
  return rows.map(({ values, counted, ...found }) => ({
    ...found,
    counted: withDockCounters({ counted, values }),
  }));
}

/** One device as its programmes see it; null: it is not there. */
export const upkeptDevice = async (
  db: DbOrTrx,
  kind: ProgrammeKind,
  oid: string,
): Promise<UpkeepRow | null> =>
  (await upkeptRows(db, kind, sql`${sql.ref(`${tableOf(kind)}.oid`)} = ${oid}::uuid`))[0] ?? null;

/** Devices of these organisations of which no maintenance is due yet, behind `after` in the order of their oids. */
export const devicesInUse = (
  db: DbOrTrx,
  kind: ProgrammeKind,
  { groupRoots, after, most }: { groupRoots: readonly string[]; after: string; most: number },
): Promise<UpkeepRow[]> => {
  const table = tableOf(kind);
  const row = sql.table(table);
  return upkeptRows(
    db,
    kind,
    sql`${row}.group_root = any(${[...groupRoots]}::uuid[]) and ${row}.deleted_at is null
      and ${inUse[table]} and ${row}.maintenance = 'none' and ${row}.oid > ${after}::uuid
      ${table === 'device' ? sql`and device.kind = ${kind}` : sql``}
      order by ${row}.oid limit ${most}`,
  );
};

/** Devices that a programme made due, while nobody has begun the maintenance, with the organisation of each. */
export const devicesMadeDue = (db: DbOrTrx, kind: ProgrammeKind): Promise<UpkeepRow[]> => {
  const table = tableOf(kind);
  const row = sql.table(table);
  return upkeptRows(
    db,
    kind,
    sql`${row}.deleted_at is null and ${row}.maintenance = 'awaiting' and (
        select event.event from device_event event
        where event.device_oid = ${row}.oid and event.event in ('due', 'maintenance')
        order by event.at desc, event.id desc limit 1) = 'due'
      ${table === 'device' ? sql`and device.kind = ${kind}` : sql``}
      order by ${row}.oid`,
  );
};

/** Those of these devices whose maintenance stands so, locked until the transaction ends. */
export async function lockInUse(
  trx: DbOrTrx,
  table: UpkeptTable,
  oids: readonly string[],
  maintenance: 'none' | 'awaiting' = 'none',
): Promise<Set<string>> {
  const { rows } = await sql<{ oid: string }>`
    select oid from ${sql.table(table)} where oid = any(${[...oids]}::uuid[]) and maintenance = ${maintenance}
      and ${inUse[table]} and deleted_at is null
    order by oid for no key update`.execute(trx);
  return new Set(rows.map(({ oid }) => oid));
}

/** An insurance that ends soon, or has ended, of which nobody was reminded at this distance. */
export interface EndingInsurance {
  oid: string;
  kind: 'dock' | 'drone';
  name: string;
  groupRoot: string;
  groupOID: string;
  days: number;
}

/**
 * Insurances that end within so many days, each noted as reminded of; which of several servers notes it reminds.
 * @param distances days before the end at which is reminded, the longest first
 */
export async function recordEndingInsurances(
  db: DbOrTrx,
  distances: readonly number[],
  now: Date,
): Promise<EndingInsurance[]> {
  const { rows } = await sql<EndingInsurance>`
    with insured as (
      select oid, 'dock' as kind, name, group_root, group_oid, insurance_until from dock
      where deleted_at is null and retired_at is null and insurance_until is not null
      union all
      select oid, 'drone', name, group_root, group_oid, insurance_until from drone
      where deleted_at is null and retired_at is null and insurance_until is not null
    ), ending as (
      select insured.*, (
        select min(distance) from unnest(${[...distances]}::int[]) distance
        where insurance_until <= ${now}::timestamptz + distance * interval '1 day'
      ) as days
      from insured where insurance_until between ${now}::timestamptz - interval '7 days'
        and ${now}::timestamptz + ${Math.max(...distances)} * interval '1 day'
    ), noted as (
      insert into device_reminder (device_oid, until, days, at)
      select oid, insurance_until, days, ${now}::timestamptz from ending where days is not null
      on conflict do nothing returning device_oid
    )
    select ending.oid, ending.kind, ending.name, ending.group_root as "groupRoot", ending.group_oid as "groupOID",
      ending.days
    from ending join noted on noted.device_oid = ending.oid`.execute(db);
  return rows;
}
