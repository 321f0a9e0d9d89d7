import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { notifyDockChanged } from './dock.store.ts';

/** Whose a serial number is at the broker. */
export interface SerialHolder {
  oid: string;
  groupRoot: string;
}

/** The record under whose name a serial number signs in; null: nobody's. */
export const dockOfSn = async (db: DbOrTrx, sn: string): Promise<SerialHolder | null> =>
  (await db
    .selectFrom('dock')
    .select(['oid', 'group_root as groupRoot'])
    .where('sn', '=', sn)
    .where('waiting', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) ?? null;

/** An aircraft of this serial number is behind a dock: whoever signed in under it would speak for that aircraft. */
const borneByDrone = sql<boolean>`exists (select 1 from drone where drone.sn = dock.sn and drone.dock_oid is not null
  and drone.deleted_at is null)`;

/**
 * Whether a record of this serial number would wait, because another organisation has one.
 * @returns null where the own organisation has one already
 */
export async function wouldWait(db: DbOrTrx, sn: string, groupRoot: string): Promise<boolean | null> {
  const { rows } = await sql<{ groupRoot: string }>`
    select group_root as "groupRoot" from dock where sn = ${sn} and deleted_at is null
      and (not waiting or group_root = ${groupRoot}::uuid)
    union all
    select group_root from drone where sn = ${sn} and dock_oid is not null and deleted_at is null`.execute(
    db,
  );
  if (rows.some((row) => row.groupRoot === groupRoot)) return null;
  return rows.length > 0;
}

/**
 * A device speaks under these records. A serial number that has passed to another record meanwhile proves nothing for the
 * former one. @returns those that are proved now
 */
export async function proveLinks(db: DbOrTrx, oids: readonly string[], at: Date): Promise<string[]> {
  if (oids.length === 0) return [];
  const rows = await db
    .updateTable('dock')
    .set((eb) => ({ proved_at: eb.fn.coalesce('proved_at', eb.val(at)) }))
    .where('oid', 'in', [...oids])
    .where('waiting', '=', false)
    .where('bound_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('retired_at', 'is', null)
    .returning('oid')
    .execute();
  const proved = rows.map(({ oid }) => oid);
  if (proved.length > 0) await notifyDockChanged(db, ...proved);
  return proved;
}

/** A device has spoken under this record of `dock`, and its serial number has not passed to another. */
export const linkProved = sql<boolean>`(dock.proved_at is not null and not dock.waiting)`;

/** Whether the link of each of these records is proved. */
export const linksProved = async (db: DbOrTrx, oids: readonly string[]): Promise<boolean> => {
  const row = await db
    .selectFrom('dock')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('oid', 'in', [...oids])
    .where(linkProved)
    .executeTakeFirstOrThrow();
  return Number(row.count) === new Set(oids).size;
};

/** The record of another organisation whose device has this record's serial number; null: there is none. */
export const provedElsewhere = async (db: DbOrTrx, oid: string): Promise<SerialHolder | null> =>
  (await db
    .selectFrom('dock')
    .innerJoin('dock as asked', 'asked.sn', 'dock.sn')
    .select(['dock.oid', 'dock.group_root as groupRoot'])
    .where('asked.oid', '=', oid)
    .whereRef('dock.group_root', '<>', 'asked.group_root')
    .where('dock.waiting', '=', false)
    .where('dock.proved_at', 'is not', null)
    .where('dock.deleted_at', 'is', null)
    .executeTakeFirst()) ?? null;

/** Serial numbers of those records under which something signs in: the others' accounts are not theirs. */
export const speakingSerials = async (db: DbOrTrx, oids: readonly string[]): Promise<string[]> => {
  if (oids.length === 0) return [];
  const rows = await db
    .selectFrom('dock')
    .select('sn')
    .where('oid', 'in', [...oids])
    .where('waiting', '=', false)
    .execute();
  return rows.map(({ sn }) => sn);
};

const lockSerial = async (trx: DbOrTrx, oid: string) => {
  const { rows } = await sql<SerialHolder & { waiting: boolean; borne: boolean; heard: boolean }>`
    select dock.oid, dock.group_root as "groupRoot", dock.waiting, ${borneByDrone} as borne,
      exists (select 1 from dock_snapshot where dock_snapshot.dock_oid = dock.oid
        and dock_snapshot.last_seen_at is not null) as heard
    from dock where dock.deleted_at is null
      and dock.sn = (select sn from dock where oid = ${oid}::uuid and waiting and deleted_at is null)
    order by dock.oid for update of dock`.execute(trx);
  const own = rows.find((row) => row.oid === oid);
  return own?.waiting ? { own, holder: rows.find((row) => !row.waiting) ?? null } : null;
};

/** The index must never see two records that speak, so the former one steps back first. */
async function pass(trx: DbOrTrx, from: string | null, to: string): Promise<void> {
  const unproved = { proved_at: null };
  if (from !== null)
    await trx
      .updateTable('dock')
      .set({ waiting: true, ...unproved })
      .where('oid', '=', from)
      .execute();
  await trx
    .updateTable('dock')
    .set({ waiting: false, ...unproved })
    .where('oid', '=', to)
    .execute();
  await notifyDockChanged(trx, ...(from === null ? [to] : [from, to]));
}

/**
 * A device came under its serial number with the secret of a record that waits: it is in the hands of that organisation.
 * The serial number passes to it unless a device was ever heard under the other record.
 * @returns `passed`; `held`: a device of another organisation; null: the record does not wait; and whose it is
 */
export const proveSerial = (
  db: DbOrTrx,
  oid: string,
): Promise<{ outcome: 'passed' | 'held' | null; holder: SerialHolder | null }> =>
  db.transaction().execute(async (trx) => {
    const locked = await lockSerial(trx, oid);
    if (!locked) return { outcome: null, holder: null };
    const holder = { oid, groupRoot: locked.own.groupRoot };
    if (locked.own.borne || locked.holder?.heard) return { outcome: 'held', holder };
    await pass(trx, locked.holder?.oid ?? null, oid);
    return { outcome: 'passed', holder };
  });

/** A record whose serial number nobody else has any more waits no longer. @returns whether it signs in from now on */
export async function freeSerial(trx: DbOrTrx, oid: string): Promise<boolean> {
  const locked = await lockSerial(trx, oid);
  if (!locked) return true;
  if (locked.own.borne || locked.holder) return false;
  await pass(trx, null, oid);
  return true;
}
