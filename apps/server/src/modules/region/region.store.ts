import { sql } from 'kysely';
import type { RegionGeometry, RegionRecord } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export type RegionScope = { groupRoot: string; groupOID: string };
export type RegionFacts = Pick<RegionRecord, 'name' | 'color' | 'onGround'> & { geometry: RegionGeometry };

/** The department of a region, with the oids from the topmost one down to itself. */
export interface RegionPlace {
  groupOID: string;
  path: string[];
}

const regions = (db: DbOrTrx) =>
  db
    .selectFrom('region')
    .innerJoin('member', 'member.oid', 'region.created_by')
    .innerJoin('department', 'department.oid', 'region.group_oid')
    .where('department.deleted_at', 'is', null)
    .select([
      'region.oid',
      'region.group_oid as groupOID',
      'region.name',
      'region.geometry',
      'region.color',
      'region.on_ground as onGround',
      'member.name as createdBy',
      'region.created_at',
      'region.updated_at',
      'department.name as groupName',
      sql<string[]>`department.path::text[]`.as('path'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof regions>['executeTakeFirstOrThrow']>>;
export type StoredRegion = RegionRecord & RegionPlace & { groupName: string };

const regionOf = ({ created_at: createdAt, updated_at: updatedAt, ...row }: Row): StoredRegion => ({
  ...row,
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
});

/** @param groupOID only of this department; null: of all that the caller sees */
export const visibleRegions = async (
  db: DbOrTrx,
  scope: RegionScope,
  groupOID: string | null,
  most: number,
): Promise<StoredRegion[]> => {
  const seen = regions(db).where(inScope('region.group_oid', scope));
  const rows = await (groupOID === null ? seen : seen.where('region.group_oid', '=', groupOID))
    .orderBy('region.created_at')
    .orderBy('region.oid')
    .limit(most)
    .execute();
  return rows.map(regionOf);
};

/** Those of some regions that lie in a scope. */
export const visibleRegionsByOid = async (
  db: DbOrTrx,
  scope: RegionScope,
  oids: readonly string[],
): Promise<StoredRegion[]> =>
  oids.length === 0
    ? []
    : (
        await regions(db)
          .where('region.oid', 'in', [...oids])
          .where(inScope('region.group_oid', scope))
          .execute()
      ).map(regionOf);

export const regionInScope = async (
  db: DbOrTrx,
  scope: RegionScope,
  oid: string,
): Promise<StoredRegion | null> => {
  const row = await regions(db)
    .where('region.oid', '=', oid)
    .where(inScope('region.group_oid', scope))
    .executeTakeFirst();
  return row ? regionOf(row) : null;
};

/** @returns false when there is one with this oid, whosever it is */
export async function insertRegion(
  trx: DbOrTrx,
  region: RegionFacts & { oid: string; groupRoot: string; groupOID: string; createdBy: string; at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('region')
    .values({
      oid: region.oid,
      group_root: region.groupRoot,
      group_oid: region.groupOID,
      name: region.name,
      geometry: JSON.stringify(region.geometry),
      color: region.color,
      on_ground: region.onGround,
      created_by: region.createdBy,
      created_at: region.at,
      updated_at: region.at,
    })
    .onConflict((conflict) => conflict.column('oid').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

export const countRegions = async (db: DbOrTrx, groupOID: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('region')
        .select((columns) => columns.fn.countAll().as('count'))
        .where('group_oid', '=', groupOID)
        .executeTakeFirstOrThrow()
    ).count,
  );

export async function updateRegion(trx: DbOrTrx, oid: string, facts: RegionFacts, at: Date): Promise<void> {
  await trx
    .updateTable('region')
    .set({
      name: facts.name,
      geometry: JSON.stringify(facts.geometry),
      color: facts.color,
      on_ground: facts.onGround,
      updated_at: at,
    })
    .where('oid', '=', oid)
    .execute();
}

/** @returns what there was */
export const deleteRegions = (
  trx: DbOrTrx,
  which: { oid: string } | { groupOID: string },
): Promise<{ oid: string; name: string }[]> => {
  const rows = trx.deleteFrom('region').returning(['oid', 'name']);
  return 'oid' in which
    ? rows.where('oid', '=', which.oid).execute()
    : rows.where('group_oid', '=', which.groupOID).execute();
};
