import {
  limits,
  type DrawnGeometry,
  type DrawnRegion,
  type HeightReference,
  type PilotRegion,
  type RegionKind,
  type RegionShapeName,
} from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import {
  column,
  defineList,
  descending,
  equals,
  keyword,
  reading,
  versionOfRow,
  writing,
  usualSort,
  type RowOf,
  type ValuesOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export type RegionScope = { groupRoot: string; groupOID: string };

export const regionList = defineList({
  table: 'region',
  scope: 'department',
  name: 'name',
  // Ten thousand places in each row of a history would bury what changed.
  unrecorded: ['geometry'],
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = region.group_oid)`,
    name: 'name',
    colour: 'color',
    group: 'label',
    kind: column<RegionKind>('kind'),
    shape: column<RegionShapeName>('shape'),
    radius: 'radius',
    width: 'width',
    places: 'places',
    length: 'length',
    perimeter: 'perimeter',
    area: 'area',
    west: 'west',
    south: 'south',
    east: 'east',
    north: 'north',
    floor: 'floor',
    ceiling: 'ceiling',
    heightReference: column<HeightReference>('height_reference'),
    validFrom: 'valid_from',
    validUntil: 'valid_until',
    zone: 'zone',
    enabled: 'enabled',
    onGround: 'on_ground',
    remark: 'remark',
    createdByOID: 'created_by',
    createdBy: sql<string>`(select name from member where member.oid = region.created_by)`,
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    version: versionOfRow('region'),
  },
  detail: { geometry: column<DrawnGeometry>('geometry') },
  filters: {
    keyword: keyword('region.name', 'region.label'),
    kind: equals('region.kind'),
    shape: equals('region.shape'),
    group: (value: string) => (value === '' ? null : sql<boolean>`region.label = ${value}`),
    enabled: equals('region.enabled'),
  },
  sort: {
    ...usualSort('region'),
    '-updatedAt': [descending('region.updated_at')],
    '-area': sql`region.area desc nulls last, region.oid`,
  },
  order: '-createdAt',
});
export type RegionRow = RowOf<typeof regionList>;
export type RegionValues = ValuesOf<typeof regionList>;

export const regionsRead = reading(regionList);
const { insert } = writing(regionList);
export const insertRegions = insert;

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
      'region.radius',
      'region.width',
      'region.color',
      'region.on_ground as onGround',
      'member.name as createdBy',
      'region.created_at',
      'region.updated_at',
      'department.name as groupName',
      sql<string[]>`department.path::text[]`.as('path'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof regions>['executeTakeFirstOrThrow']>>;
/** A region as DJI Pilot 2 shares it, with what it is wide here. */
export type StoredRegion = Omit<PilotRegion, 'geometry'> &
  RegionPlace & {
    groupName: string;
    geometry: DrawnGeometry;
    radius: number | null;
    width: number | null;
  };

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
export const regionsInScope = async (
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
): Promise<StoredRegion | null> => (await regionsInScope(db, scope, [oid]))[0] ?? null;

/** Whether there is one with this oid, whosever it is. */
export const regionExists = async (db: DbOrTrx, oid: string): Promise<boolean> =>
  (await db.selectFrom('region').select('oid').where('oid', '=', oid).executeTakeFirst()) !== undefined;

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

/** @returns what there was */
export const clearRegions = (trx: DbOrTrx, groupOID: string): Promise<{ oid: string; name: string }[]> =>
  trx.deleteFrom('region').where('group_oid', '=', groupOID).returning(['oid', 'name']).execute();

/** Boxes of degrees that lie in −180…180, of one that may go over. */
export const boxesOf = (bounds: {
  west: number;
  south: number;
  east: number;
  north: number;
}): RawBuilder<unknown>[] =>
  [-360, 0, 360].map(
    (turn) =>
      sql`box(point(${bounds.west + turn}::float8, ${bounds.south}::float8), point(${bounds.east + turn}::float8, ${bounds.north}::float8))`,
  );

const drawnColumns = sql`region.oid, region.group_oid as "groupOID", region.name, region.color as colour, region.kind,
  region.shape, region.geometry, region.radius, region.width, region.floor, region.ceiling,
  region.height_reference as "heightReference", region.enabled, region.valid_from as "validFrom",
  region.valid_until as "validUntil"`;
type DrawnRow = Omit<DrawnRegion, 'validFrom' | 'validUntil'> & {
  validFrom: Date | null;
  validUntil: Date | null;
};
const drawnOf = ({ validFrom, validUntil, ...row }: DrawnRow): DrawnRegion => ({
  ...row,
  validFrom: validFrom?.getTime() ?? null,
  validUntil: validUntil?.getTime() ?? null,
});
const boxOfRegion = sql`box(point(region.west, region.south), point(region.east, region.north))`;

/** Regions as they are drawn, those that are rules first; so many that they have no more places than fit an answer. */
export async function drawnRegions(
  db: DbOrTrx,
  scope: RegionScope,
  bounds: Parameters<typeof boxesOf>[0] | undefined,
): Promise<{ list: DrawnRegion[]; leftOut: number }> {
  const within = bounds
    ? sql`and (${sql.join(
        boxesOf(bounds).map((box) => sql`${boxOfRegion} && ${box}`),
        sql` or `,
      )})`
    : sql``;
  const { rows } = await sql<DrawnRow & { total: number }>`
    with found as materialized (
      select region.oid, sum(region.places) over (order by (region.kind = 'note'), region.created_at, region.oid) as so_far,
        row_number() over (order by (region.kind = 'note'), region.created_at, region.oid) as place,
        count(*) over ()::int as total
      from region where ${inScope('region.group_oid', scope)} ${within}
      order by (region.kind = 'note'), region.created_at, region.oid
      limit ${limits.region.answered}
    )
    select ${drawnColumns}, found.total from found join region on region.oid = found.oid
    where found.so_far <= ${limits.region.placesAnswered} order by found.place`.execute(db);
  return {
    list: rows.map(({ total: _total, ...row }) => drawnOf(row)),
    leftOut: (rows[0]?.total ?? 0) - rows.length,
  };
}

/** Those of some regions that lie in a scope, as they are drawn, in the order in which they were made. */
export const drawnRegionsOf = async (
  db: DbOrTrx,
  scope: RegionScope,
  oids: readonly string[],
): Promise<DrawnRegion[]> => {
  if (oids.length === 0) return [];
  const { rows } = await sql<DrawnRow>`select ${drawnColumns} from region
    where region.oid = any(${[...oids]}::uuid[]) and ${inScope('region.group_oid', scope)}
    order by region.created_at, region.oid`.execute(db);
  return rows.map(drawnOf);
};

/**
 * The rules for a flight of a department: what it and those above it drew, and of those below what is to be stayed
 * out of. Regions that are switched off are none.
 */
export async function rulesFor(db: DbOrTrx, groupOID: string): Promise<DrawnRegion[]> {
  const { rows } = await sql<DrawnRow>`
    select ${drawnColumns} from region
    join department own on own.oid = ${groupOID}::uuid
    join department drew on drew.oid = region.group_oid and drew.deleted_at is null
    where region.group_root = own.group_root and region.enabled and region.kind <> 'note'
      and (own.path @> array[drew.oid] or (drew.path @> array[own.oid] and region.kind in ('noFly', 'noLanding')))
    order by region.created_at, region.oid limit ${limits.region.answered}`.execute(db);
  return rows.map(drawnOf);
}

/** The names under which the regions of a scope are put together. */
export async function regionGroups(db: DbOrTrx, scope: RegionScope): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select distinct label from region where label <> '' and ${inScope('region.group_oid', scope)}
    order by label limit 500`.execute(db);
  return rows.map(({ label }) => label);
}

/** A department with those above it, from the topmost one down; empty when there is none. */
export async function departmentPath(db: DbOrTrx, groupOID: string): Promise<string[]> {
  const { rows } = await sql<{ path: string[] }>`select path::text[] as path from department
    where oid = ${groupOID}::uuid`.execute(db);
  return rows[0]?.path ?? [];
}
