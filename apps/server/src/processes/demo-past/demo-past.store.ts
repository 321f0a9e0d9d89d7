import { sql } from 'kysely';
import { createSeal } from '../../platform/seal.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { hashToken, newToken } from '../../modules/session/index.ts';
import { at, day, pastDays, type PastMaker, type PastPlace, type Rows } from './place.ts';

const docksOfDemo = 3;
const routesOfDemo = 4;
const rowsAtOnce = 2_000;

/** What is there of the demo; null until its docks and routes are. */
export async function findPlace(db: Db): Promise<PastPlace | null> {
  const { rows: roots } = await sql<{
    groupRoot: string;
    groupOID: string;
  }>`select organisation.oid as "groupRoot",
      department.oid as "groupOID" from organisation
    inner join department on department.group_root = organisation.oid and department.parent_oid is null
    where organisation.first`.execute(db);
  const [root] = roots;
  if (!root) return null;
  const { groupRoot } = root;
  const { rows: docks } = await sql<PastPlace['docks'][number]>`select dock.oid, dock.sn, dock.name,
      drone.oid as "droneOID", drone.model as "droneModel", snapshot.lng, snapshot.lat, snapshot.height
    from dock inner join drone on drone.dock_oid = dock.oid and drone.deleted_at is null
      inner join dock_snapshot snapshot on snapshot.dock_oid = dock.oid and snapshot.height is not null
    where dock.group_root = ${groupRoot}::uuid and dock.deleted_at is null and dock.sn ~ '^SIMDOCK'
    order by dock.sn`.execute(db);
  const { rows: routes } = await sql<
    PastPlace['routes'][number]
  >`select oid, drone_model as "droneModel", checksum,
      lines, length, coalesce(flight_time, duration) as "flightTime", coalesce((select jsonb_agg(jsonb_build_object(
        'lng', place -> 'lng', 'lat', place -> 'lat', 'height', place -> 'height'))
        from jsonb_array_elements(waypoints) place), '[]') as waypoints
    from route where group_root = ${groupRoot}::uuid and deleted_at is null
    order by drone_model, created_at`.execute(db);
  const { rows: people } = await sql<{ account: string; oid: string }>`select account, oid from member
    where group_root = ${groupRoot}::uuid and deleted_at is null`.execute(db);
  const of = new Map(people.map(({ account, oid }) => [account, oid]));
  const [admin, operator, auditor, leader] = ['admin', 'operator', 'auditor', 'leader'].map((one) =>
    of.get(one),
  );
  if (docks.length < docksOfDemo || routes.length < routesOfDemo) return null;
  if (!admin || !operator || !auditor || !leader) return null;
  const { rows: batteries } = await sql<PastPlace['batteries'][number]>`select oid, sn, name from device
    where group_root = ${groupRoot}::uuid and kind = 'battery' and deleted_at is null`.execute(db);
  return { ...root, people: { admin, operator, auditor, leader }, docks, routes, batteries };
}

/** Whether an organisation that is not older than a day has no past yet. */
export async function wantsPast(db: DbOrTrx): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`select organisation.created_at > now() - interval '1 day'
      and not exists (select from flight where flight.group_root = organisation.oid
        and flight.created_at < organisation.created_at - interval '1 day') as wants
    from organisation where organisation.first`.execute(db);
  return rows[0]?.wants === true;
}

/** Only one server writes it. */
export const lockPast = async (trx: DbOrTrx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('eyrie demo past'))`.execute(trx);
};

export async function insertRows(trx: DbOrTrx, { table, rows }: Rows): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = JSON.stringify(rows.slice(from, from + rowsAtOnce));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb)
      on conflict do nothing`.execute(trx);
  }
}

/** A link for visitors, as somebody would have given it. */
export async function insertShare(
  db: Db,
  trx: DbOrTrx,
  { place, newOid, say, now }: PastMaker,
): Promise<void> {
  const token = newToken();
  await sql`insert into map_share (oid, group_root, group_oid, name, dock_oids, expires_at, token_hash, token,
      created_by, created_at, opened)
    values (${newOid()}, ${place.groupRoot}, ${place.groupOID}, ${say('share')},
      ${place.docks.map(({ oid }) => oid)}::uuid[], ${at(now + 45 * day)}, ${hashToken(token)},
      ${await createSeal(db).close(token)}, ${place.people.admin}, ${at(now - 20 * day)}, 23)`.execute(trx);
}

/** Days for which a dock and its aircraft are insured from now on. */
const insuredFor: readonly (readonly number[])[] = [
  [143, 25],
  [11, 201],
  [260, 4],
];

/** The book says since when things are here, and which insurance runs out. */
export async function ageBook(trx: DbOrTrx, { place, now }: PastMaker): Promise<void> {
  const since = at(now - (pastDays + 3) * day);
  for (const table of ['dock', 'drone', 'device', 'route'])
    await sql`update ${sql.table(table)} set created_at = ${since}::timestamptz
      where group_root = ${place.groupRoot}::uuid`.execute(trx);
  for (const [index, { oid, droneOID }] of place.docks.entries()) {
    const [dockDays = 200, droneDays = 200] = insuredFor[index % insuredFor.length] ?? [];
    const ends = at(now + dockDays * day);
    await sql`update dock set insurance_until = ${ends}::timestamptz where oid = ${oid}::uuid`.execute(trx);
    const droneEnds = at(now + droneDays * day);
    await sql`update drone set insurance_until = ${droneEnds}::timestamptz, purchased_at = ${since}::timestamptz
      where oid = ${droneOID}::uuid`.execute(trx);
  }
}

/** Columns in which words of the past stand, by table. */
const worded: Readonly<Record<string, readonly string[]>> = {
  task: ['name'],
  detection: ['name'],
  detection_outcome: ['class'],
  detection_audit: ['class'],
  defect: ['class'],
  defect_sighting: ['class'],
  work_order: ['name', 'class', 'result'],
  region: ['name'],
  map_share: ['name'],
  maintenance_programme: ['name'],
  device_health: ['note'],
  inspection_report: ['name', 'intro', 'conclusion'],
  desk_note: ['note'],
  finding_day: ['class'],
  finding_group_day: ['class'],
};

/** Says the past in another language, wherever words of it stand. */
export async function reword(
  trx: DbOrTrx,
  groupRoot: string,
  pairs: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  for (const [from, to] of pairs) {
    for (const [table, columns] of Object.entries(worded))
      for (const column of columns)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${from}, ${to})
          where group_root = ${groupRoot}::uuid and strpos(${sql.ref(column)}, ${from}) > 0`.execute(trx);
    await sql`update work_order_move set reason = ${to} from work_order where work_order.oid = order_oid
      and work_order.group_root = ${groupRoot}::uuid and work_order_move.reason = ${from}`.execute(trx);
  }
}

export const firstRoot = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ oid: string }>`select oid from organisation where first`.execute(db);
  return rows[0]?.oid ?? null;
};
