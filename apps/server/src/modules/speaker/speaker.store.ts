import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type SoundRow = Selectable<Database['speaker_sound']>;
export type ShownSound = SoundRow & { created_by_name: string | null; version: number };

const shown = (db: DbOrTrx, groupRoot: string) =>
  db
    .selectFrom('speaker_sound')
    .leftJoin('member', 'member.oid', 'speaker_sound.created_by')
    .where('speaker_sound.group_root', '=', groupRoot)
    .selectAll('speaker_sound')
    .select('member.name as created_by_name')
    .select(
      sql<number>`(select coalesce(max(version), 0)::int from record_change
        where record_oid = speaker_sound.oid)`.as('version'),
    );

/** A page of the sounds and texts of an organisation, by name. */
export const soundsOf = async (
  db: DbOrTrx,
  groupRoot: string,
  { keyword, pageNum, pageSize }: { keyword: string; pageNum: number; pageSize: number },
): Promise<{ rows: ShownSound[]; total: number }> => {
  const fits = sql<boolean>`(strpos(lower(speaker_sound.name), lower(${keyword})) > 0
    or strpos(lower(coalesce(speaker_sound.spoken, '')), lower(${keyword})) > 0)`;
  const { total } = await db
    .selectFrom('speaker_sound')
    .where('group_root', '=', groupRoot)
    .where(fits)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await shown(db, groupRoot)
    .where(fits)
    .orderBy('speaker_sound.name')
    .orderBy('speaker_sound.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};

/** One sound of an organisation. */
export const soundOf = (db: DbOrTrx, groupRoot: string, oid: string): Promise<ShownSound | undefined> =>
  shown(db, groupRoot).where('speaker_sound.oid', '=', oid).executeTakeFirst();

/** Sounds of an organisation, locked until the transaction ends. */
export const lockSounds = (trx: DbOrTrx, groupRoot: string, oids: readonly string[]): Promise<SoundRow[]> =>
  trx
    .selectFrom('speaker_sound')
    .selectAll()
    .where('group_root', '=', groupRoot)
    .where('oid', 'in', [...oids])
    .orderBy('oid')
    .forUpdate()
    .execute();

/**
 * How many an organisation has. Whoever asks at the same time waits until the transaction ends, so that two cannot both
 * be the last one.
 */
export const countSounds = async (trx: DbOrTrx, groupRoot: string): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`speaker_sound ${groupRoot}`}, 0))`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from speaker_sound where group_root = ${groupRoot}::uuid`.execute(trx);
  return rows[0]?.count ?? 0;
};

export const insertSound = async (
  trx: DbOrTrx,
  row: Insertable<Database['speaker_sound']>,
): Promise<void> => {
  await trx.insertInto('speaker_sound').values(row).execute();
};

export const renameSound = async (trx: DbOrTrx, oid: string, name: string): Promise<void> => {
  await trx.updateTable('speaker_sound').set({ name }).where('oid', '=', oid).execute();
};

export const deleteSounds = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await trx
    .deleteFrom('speaker_sound')
    .where('oid', 'in', [...oids])
    .execute();
};
