import { limits, regionCalls, type ParsedRequestOf, type RegionRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, type ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { countRegions, regionList, regionsRead, type RegionRow, type RegionValues } from './region.store.ts';
import { dateOf, requireRules, shapeValues } from './region.values.ts';

export type Add = ParsedRequestOf<typeof regionCalls.add>;
export type Edit = ParsedRequestOf<typeof regionCalls.edit>;

/** @throws Refusal `regionsFull` */
export async function requireRoom(trx: DbOrTrx, groupOID: string, more = 1): Promise<void> {
  if ((await countRegions(trx, groupOID)) + more > limits.region.most)
    throw new Refusal('regionsFull', { values: { max: limits.region.most } });
}

/** Values of a new region beside its oid. @throws Refusal `invalid` */
export const addedValues = (
  { groupOID: _group, geometry, radius, width, kind = 'note', ...given }: Add,
  of: { groupRoot: string; groupOID: string; memberOID: string; at: Date },
): RegionValues => {
  requireRules(given);
  const { colour = '#2FB3A6', group = '', floor = null, ceiling = null, zone = '', remark = '' } = given;
  const { heightReference = 'ground', enabled = true } = given;
  return {
    ...shapeValues({ kind, geometry, radius, width }),
    name: given.name,
    kind,
    colour,
    group,
    floor,
    ceiling,
    heightReference,
    enabled,
    zone,
    remark,
    validFrom: dateOf(given.validFrom) ?? null,
    validUntil: dateOf(given.validUntil) ?? null,
    onGround: true,
    groupRoot: of.groupRoot,
    groupOID: of.groupOID,
    createdByOID: of.memberOID,
    createdAt: of.at,
    updatedAt: of.at,
  };
};

/** Values that an edit changes: the place is judged again where it, or what it means, is another. */
async function changedValues(
  trx: DbOrTrx,
  row: RegionRow,
  { oid: _oid, version: _version, ...given }: Edit,
  at: Date,
): Promise<RegionValues> {
  requireRules({ ...row, ...given });
  const { geometry, radius, width, kind, validFrom, validUntil, ...plain } = given;
  const drawn = [geometry, radius, width, kind].some((one) => one !== undefined);
  const stored = geometry ?? (drawn ? await geometryOf(trx, row) : undefined);
  return {
    ...plain,
    ...(kind === undefined ? {} : { kind }),
    ...(validFrom === undefined ? {} : { validFrom: dateOf(validFrom) }),
    ...(validUntil === undefined ? {} : { validUntil: dateOf(validUntil) }),
    ...(stored === undefined
      ? {}
      : withoutSame(
          shapeValues({
            kind: kind ?? row.kind,
            geometry: stored,
            radius: radius === undefined ? row.radius : radius,
            width: width === undefined ? row.width : width,
          }),
          geometry !== undefined,
        )),
    updatedAt: at,
  };
}

/** A place that was only judged again is no change of the place. */
const withoutSame = ({ geometry, ...values }: RegionValues, changed: boolean): RegionValues =>
  changed ? { geometry, ...values } : values;

const geometryOf = async (trx: DbOrTrx, row: RegionRow) => {
  const { geometry } = await trx
    .selectFrom('region')
    .select('geometry')
    .where('oid', '=', row.oid)
    .executeTakeFirstOrThrow();
  return geometry;
};

const presented = (row: RegionRow, resources: Parameters<typeof allowedWords>[0]): RegionRecord => {
  const {
    west: _west,
    south: _south,
    east: _east,
    north: _north,
    onGround: _ground,
    createdByOID: _by,
    ...shown
  } = row;
  return {
    ...shown,
    allowed: allowedWords(resources, [regionCalls.get, regionCalls.edit, regionCalls.remove]),
  };
};

export const createRegionList = (
  deps: ListDeps,
  {
    now,
    requireGroup,
  }: {
    now(): Date;
    requireGroup: (caller: Caller, oid: string) => Promise<unknown>;
  },
) =>
  createList<typeof regionList, RegionRecord, Add, Edit>(
    {
      list: regionList,
      word: 'region',
      present: (rows, { caller }) => rows.map((row) => presented(row, caller.resources)),
      async make(trx, request, { caller }, at) {
        const groupOID = request.groupOID ?? caller.groupOID;
        await requireGroup(caller, groupOID);
        await requireRoom(trx, groupOID);
        const { groupRoot, memberOID } = caller;
        return {
          values: addedValues(request, { groupRoot, groupOID, memberOID, at }),
          detail: { name: request.name, kind: request.kind ?? 'note', groupOID },
        };
      },
      change: (trx, row, request) => changedValues(trx, row, request, now()),
      edited: (row, values) => ({
        oid: row.oid,
        name: values.name ?? row.name,
        changed: Object.keys(values)
          .filter((field) => field !== 'updatedAt')
          .join(','),
      }),
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );

/** One region with its places. @throws Refusal `notFound` */
export async function regionDetail(
  db: DbOrTrx,
  context: Parameters<typeof regionsRead.detail>[1] & {
    caller: { resources: Parameters<typeof allowedWords>[0] };
  },
  oid: string,
): Promise<RegionRecord> {
  const found = await regionsRead.detail(db, context, oid);
  if (!found) throw notFound();
  const { geometry, ...row } = found;
  return { ...presented(row, context.caller.resources), geometry };
}
