import type { UpkeepUsed } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { upkeepUsed } from './device-list.store.ts';

/** What a device has used until now is what its programmes count from. */
export async function beginUpkeep(trx: DbOrTrx, deviceOID: string, at: Date): Promise<void> {
  await sql`
    insert into device_upkeep (device_oid, done_at, flights, flight_time, distance, cycles)
    select wanted.oid, ${at}::timestamptz, report.flights, report.flight_time, report.distance, report.cycles
    from (select ${deviceOID}::uuid as oid) wanted left join device_report report on report.device_oid = wanted.oid
    on conflict (device_oid) do update set done_at = excluded.done_at, flights = excluded.flights,
      flight_time = excluded.flight_time, distance = excluded.distance, cycles = excluded.cycles`.execute(
    trx,
  );
}

export interface UpkeepRow {
  oid: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  /** As it was typed, and as the device says. */
  model: string | null;
  reportedModel: string | null;
  used: UpkeepUsed;
}

/** Devices of these organisations of which no maintenance is due yet, behind `after` in the order of their oids. */
export async function devicesInUse(
  db: DbOrTrx,
  table: 'device' | 'drone',
  {
    kind,
    groupRoots,
    after,
    most,
  }: { kind: string; groupRoots: readonly string[]; after: string; most: number },
): Promise<UpkeepRow[]> {
  const row = sql.table(table);
  const { rows } = await sql<UpkeepRow>`
    select ${row}.oid, ${row}.group_root as "groupRoot", ${row}.group_oid as "groupOID", ${row}.name,
      ${sql.ref(table === 'drone' ? 'drone.stated_model' : 'device.model')} as model,
      ${table === 'drone' ? sql`case when drone.heard then drone.model end` : sql`device_report.model`}
        as "reportedModel",
      ${upkeepUsed(table)} as used
    from ${row}
    left join device_report on device_report.device_oid = ${row}.oid
    left join device_upkeep on device_upkeep.device_oid = ${row}.oid
    where ${row}.group_root = any(${[...groupRoots]}::uuid[]) and ${row}.deleted_at is null
      and ${row}.retired_at is null and ${row}.maintenance = 'none' and ${row}.oid > ${after}::uuid
      ${table === 'device' ? sql`and device.kind = ${kind}` : sql``}
    order by ${row}.oid limit ${most}`.execute(db);
  return rows;
}

/** Those of these devices of which no maintenance is due yet, locked until the transaction ends. */
export async function lockInUse(
  trx: DbOrTrx,
  table: 'device' | 'drone',
  oids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ oid: string }>`
    select oid from ${sql.table(table)} where oid = any(${[...oids]}::uuid[]) and maintenance = 'none'
      and retired_at is null and deleted_at is null
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
export async function noteEndingInsurances(
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
