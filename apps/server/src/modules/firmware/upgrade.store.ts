import { openUpgradeStates, type UpgradeFault } from '@eyrie/domain';
import { sql, type Insertable, type Selectable } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type UpgradeRow = Selectable<Database['firmware_upgrade']>;

/** Begins an upgrade. @returns false when one of this device is open */
export const insertUpgrade = async (
  trx: DbOrTrx,
  row: Insertable<Database['firmware_upgrade']>,
): Promise<boolean> => {
  const result = await trx
    .insertInto('firmware_upgrade')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
};

/**
 * Changes an upgrade that is still open; what is over stays as it became, whatever comes late.
 * @returns false: it is over
 */
export const moveUpgrade = async (
  db: DbOrTrx,
  oid: string,
  change: Partial<Omit<UpgradeRow, 'oid'>>,
): Promise<boolean> => {
  const result = await db
    .updateTable('firmware_upgrade')
    .set(change)
    .where('oid', '=', oid)
    .where('state', 'in', [...openUpgradeStates])
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** Ends every open upgrade of an order. @returns how many there were */
export const endUpgradesOf = async (
  db: DbOrTrx,
  commandOID: string,
  { fault, code, at }: { fault: UpgradeFault; code: number | null; at: Date },
): Promise<number> => {
  const result = await db
    .updateTable('firmware_upgrade')
    .set({ state: 'failed', fault, code, changed_at: at })
    .where('command_oid', '=', commandOID)
    .where('state', 'in', [...openUpgradeStates])
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

export const upgradesOfOrder = (db: DbOrTrx, commandOID: string): Promise<UpgradeRow[]> =>
  db.selectFrom('firmware_upgrade').selectAll().where('command_oid', '=', commandOID).execute();

export const hasOpenUpgrade = async (db: DbOrTrx, dockOID: string): Promise<boolean> =>
  (await db
    .selectFrom('firmware_upgrade')
    .select('oid')
    .where('dock_oid', '=', dockOID)
    .where('state', 'in', [...openUpgradeStates])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Upgrades of these docks that belong to an order with an open one. */
export const openOrdersOfDocks = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<UpgradeRow[]> =>
  dockOIDs.length === 0
    ? []
    : db
        .selectFrom('firmware_upgrade')
        .selectAll()
        .where('command_oid', 'in', (eb) =>
          eb
            .selectFrom('firmware_upgrade as open')
            .select('open.command_oid')
            .where('open.dock_oid', 'in', [...dockOIDs])
            .where('open.state', 'in', [...openUpgradeStates]),
        )
        .execute();

/** Ends upgrades of which nothing was heard for so long that no server can speak to their dock. */
export const endAbandoned = async (db: DbOrTrx, before: Date, at: Date): Promise<void> => {
  await db
    .updateTable('firmware_upgrade')
    .set({ state: 'failed', fault: 'silent', changed_at: at })
    .where('state', 'in', [...openUpgradeStates])
    .where(sql<boolean>`greatest(created_at, heard_at, said_at) < ${before}`)
    .execute();
};

export type ShownUpgrade = UpgradeRow & { asked_by_name: string };

/** A page of the upgrades of a dock, newest first; a dock that went to another organisation leaves them behind. */
export const upgradesOfDock = async (
  db: DbOrTrx,
  scope: Scope,
  { dockOID, pageNum, pageSize }: { dockOID: string; pageNum: number; pageSize: number },
): Promise<{ rows: ShownUpgrade[]; total: number }> => {
  const found = db
    .selectFrom('firmware_upgrade')
    .innerJoin('dock', 'dock.oid', 'firmware_upgrade.dock_oid')
    .innerJoin('member', 'member.oid', 'firmware_upgrade.asked_by')
    .whereRef('firmware_upgrade.group_root', '=', 'dock.group_root')
    .where(inScope('dock.group_oid', scope))
    .where('firmware_upgrade.dock_oid', '=', dockOID);
  const { total } = await found
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('firmware_upgrade')
    .select('member.name as asked_by_name')
    .orderBy('firmware_upgrade.created_at', 'desc')
    .orderBy('firmware_upgrade.device')
    .orderBy('firmware_upgrade.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};
