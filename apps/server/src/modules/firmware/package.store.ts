import { openUpgradeStates } from '@eyrie/domain';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type PackageRow = Selectable<Database['firmware_package']>;
export type ShownPackage = PackageRow & { created_by_name: string | null; version: number };

const shown = (db: DbOrTrx, groupRoot: string) =>
  db
    .selectFrom('firmware_package')
    .leftJoin('member', 'member.oid', 'firmware_package.created_by')
    .where('firmware_package.group_root', '=', groupRoot)
    .selectAll('firmware_package')
    .select('member.name as created_by_name')
    .select(
      sql<number>`(select coalesce(max(version), 0)::int from record_change
        where record_oid = firmware_package.oid)`.as('version'),
    );

interface AskedPackages {
  /** Empty: of every model. */
  models: readonly string[];
  retired: boolean;
  pageNum: number;
  pageSize: number;
}

/** A page of the packages of an organisation, by model and newest first. */
export const packagesOf = async (
  db: DbOrTrx,
  groupRoot: string,
  { models, retired, pageNum, pageSize }: AskedPackages,
): Promise<{ rows: ShownPackage[]; total: number }> => {
  const fits = sql<boolean>`(${models.length === 0} or firmware_package.model = any(${[...models]}::text[]))
    and (${retired} or not firmware_package.retired)`;
  const { total } = await db
    .selectFrom('firmware_package')
    .where('group_root', '=', groupRoot)
    .where(fits)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await shown(db, groupRoot)
    .where(fits)
    .orderBy('firmware_package.model')
    .orderBy('firmware_package.created_at', 'desc')
    .orderBy('firmware_package.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};

/** Every package of a model that is offered. */
export const packagesFor = (db: DbOrTrx, groupRoot: string, model: string): Promise<ShownPackage[]> =>
  shown(db, groupRoot)
    .where('firmware_package.model', '=', model)
    .where('firmware_package.retired', '=', false)
    .orderBy('firmware_package.created_at', 'desc')
    .execute();

/** One package of an organisation. */
export const packageOf = (db: DbOrTrx, groupRoot: string, oid: string): Promise<ShownPackage | undefined> =>
  shown(db, groupRoot).where('firmware_package.oid', '=', oid).executeTakeFirst();

/** Packages of an organisation, locked until the transaction ends. */
export const lockPackages = (
  trx: DbOrTrx,
  groupRoot: string,
  oids: readonly string[],
): Promise<PackageRow[]> =>
  trx
    .selectFrom('firmware_package')
    .selectAll()
    .where('group_root', '=', groupRoot)
    .where('oid', 'in', [...oids])
    .orderBy('oid')
    .forUpdate()
    .execute();

/**
 * How many packages an organisation has, and whether this version of a model is among them. Whoever asks at the same
 * time waits until the transaction ends, so that two cannot both be the last one, or the same one.
 */
export const standingFor = async (
  trx: DbOrTrx,
  groupRoot: string,
  { model, firmware }: Pick<PackageRow, 'model' | 'firmware'>,
): Promise<{ count: number; known: boolean }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`firmware_package ${groupRoot}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number; known: boolean | null }>`
    select count(*)::int as count, bool_or(model = ${model} and firmware = ${firmware}) as known
    from firmware_package where group_root = ${groupRoot}::uuid`.execute(trx);
  return { count: rows[0]?.count ?? 0, known: rows[0]?.known ?? false };
};

export const insertPackage = async (
  trx: DbOrTrx,
  row: Insertable<Database['firmware_package']>,
): Promise<void> => {
  await trx.insertInto('firmware_package').values(row).execute();
};

export const changePackage = async (
  trx: DbOrTrx,
  oid: string,
  change: Partial<Pick<PackageRow, 'notes' | 'retired'>>,
): Promise<void> => {
  await trx.updateTable('firmware_package').set(change).where('oid', '=', oid).execute();
};

/** Whether a device may still fetch one of these, now or with a rollout that is not over. */
export const anyInUse = async (trx: DbOrTrx, oids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ used: boolean }>`select exists (select 1 from firmware_upgrade
        where package_oid = any(${[...oids]}::uuid[]) and state = any(${[...openUpgradeStates]}::text[]))
      or exists (select 1 from firmware_rollout
        where package_oid = any(${[...oids]}::uuid[]) and state in ('asked', 'running')) as used`.execute(
    trx,
  );
  return rows[0]?.used ?? false;
};

export const deletePackages = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await trx
    .deleteFrom('firmware_package')
    .where('oid', 'in', [...oids])
    .execute();
};
