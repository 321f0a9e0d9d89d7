import type { AreaDock, AreaState } from '@eyrie/domain';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope, type Scope } from '../../platform/list/index.ts';

export type AreaRow = Selectable<Database['flight_area_dock']>;

/** Docks of the Cloud API in scope, each with how its areas stand. */
export async function areaDocks(
  db: DbOrTrx,
  scope: Scope,
  oids: readonly string[] | undefined,
): Promise<AreaDock[]> {
  const { rows } = await sql<Omit<AreaDock, 'changedAt'> & { changedAt: Date | null }>`
    select dock.oid as "dockOID", dock.name as "dockName", dock.group_oid as "groupOID",
      coalesce(area.state, 'unmanaged') as state, area.reason, area.areas, area.file_name as "fileName",
      area.checksum, coalesce(area.erases, false) as erases, area.changed_at as "changedAt"
    from dock left join flight_area_dock area on area.dock_oid = dock.oid
    where dock.deleted_at is null and dock.retired_at is null and dock.kind = 'dock' and dock.vendor = 'DJI'
      and ${inScope('dock.group_oid', scope)}
      ${oids ? sql`and dock.oid = any(${[...oids]}::uuid[])` : sql``}
    order by dock.name, dock.oid limit 1000`.execute(db);
  return rows.map(({ changedAt, ...row }) => ({ ...row, changedAt: changedAt?.getTime() ?? null }));
}

/** From now on the areas of a dock are ours; or all are to be erased. */
export const wantAreas = async (
  trx: DbOrTrx,
  dock: { dockOID: string; groupRoot: string; memberOID: string; erases: boolean; at: Date },
): Promise<void> => {
  const fresh = {
    state: 'pending' as const,
    erases: dock.erases,
    member_oid: dock.memberOID,
    reason: null,
    wanted_at: dock.at,
    sent_at: null,
    changed_at: dock.at,
  };
  await trx
    .insertInto('flight_area_dock')
    .values({ dock_oid: dock.dockOID, group_root: dock.groupRoot, ...fresh })
    .onConflict((conflict) => conflict.column('dock_oid').doUpdateSet(fresh))
    .execute();
};

/** Regions are others now: every dock whose areas are ours waits for the new ones. @returns whether there are any */
export async function areasOutdated(db: DbOrTrx, groupRoot: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('flight_area_dock')
    .set({ state: 'pending', wanted_at: at, changed_at: at, sent_at: null, reason: null })
    .where('group_root', '=', groupRoot)
    .where('erases', '=', false)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

export const areaRow = (db: DbOrTrx, dockOID: string): Promise<AreaRow | undefined> =>
  db.selectFrom('flight_area_dock').selectAll().where('dock_oid', '=', dockOID).executeTakeFirst();

/** Of some docks those that wait, or are in the middle of it. */
export const waitingAreas = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<AreaRow[]> =>
  dockOIDs.length === 0
    ? []
    : db
        .selectFrom('flight_area_dock')
        .selectAll()
        .where('state', 'in', ['pending', 'synchronising'])
        .where('dock_oid', 'in', [...dockOIDs])
        .execute();

/**
 * The state of a dock's areas is another, unless somebody wanted others in the meantime.
 * @returns false: it stayed
 */
export const moveAreas = async (
  db: DbOrTrx,
  row: Pick<AreaRow, 'dock_oid' | 'wanted_at'>,
  change: Partial<Omit<AreaRow, 'dock_oid' | 'wanted_at' | 'group_root'>> & {
    state: Exclude<AreaState, 'unmanaged'>;
    changed_at: Date;
  },
): Promise<boolean> => {
  const result = await db
    .updateTable('flight_area_dock')
    .set(change)
    .where('dock_oid', '=', row.dock_oid)
    .where('wanted_at', '=', row.wanted_at)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** The areas of a dock are nobody's of ours any more. */
export const forgetAreas = async (
  db: DbOrTrx,
  row: Pick<AreaRow, 'dock_oid' | 'wanted_at'>,
): Promise<void> => {
  await db
    .deleteFrom('flight_area_dock')
    .where('dock_oid', '=', row.dock_oid)
    .where('wanted_at', '=', row.wanted_at)
    .execute();
};
