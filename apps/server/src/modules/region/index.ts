import { limits, type RegionRecord } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { visibleDepartment, type PlacedDepartment } from '../department/index.ts';
import {
  countRegions,
  deleteRegions,
  insertRegion,
  regionInScope,
  updateRegion,
  visibleRegions,
  type RegionFacts,
  type RegionPlace,
  type RegionScope,
  type StoredRegion,
} from './region.store.ts';

export { visibleRegionsByOid, type StoredRegion } from './region.store.ts';

/** What became of regions. `path`: of their department, from the topmost one down; who sees one of them sees it. */
export type RegionChange = { groupRoot: string; path: readonly string[] } & (
  | { kind: 'added' | 'edited'; region: RegionRecord }
  | { kind: 'deleted'; region: Pick<RegionRecord, 'oid' | 'groupOID'> }
  | { kind: 'cleared'; groupOID: string }
);

export interface RegionDeps {
  audit: AuditLog;
  /** Lets every open map have it, on every server. A change is done whether or not that succeeds. */
  publish(change: RegionChange): void;
}

const recordOf = ({ path: _path, groupName: _name, ...region }: StoredRegion): RegionRecord => region;

/** Drawn zones and notes on the map: of a department, seen by it and by those above. */
export function createRegions(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { audit, publish }: RegionDeps,
) {
  const now = (): Date => new Date(Math.round(serverTime()));
  const requireRegion = async (scope: RegionScope, oid: string): Promise<StoredRegion> => {
    const found = await regionInScope(db, scope, oid);
    if (!found) throw notFound();
    return found;
  };
  const requireGroup = async (context: CallContext, oid: string): Promise<PlacedDepartment> => {
    const found = await visibleDepartment(db, context.caller, oid);
    if (!found) throw notFound();
    return found;
  };
  const published = (context: CallContext, place: Pick<RegionPlace, 'path'>) => ({
    groupRoot: context.caller.groupRoot,
    path: place.path,
  });

  return {
    /** With the name of each one's department. @param groupOID only of this one; null: of all that the caller sees */
    visible: (scope: RegionScope, groupOID: string | null): Promise<StoredRegion[]> =>
      visibleRegions(db, scope, groupOID, limits.region.answered),

    /** The same one again is done already. @throws Refusal `conflict`, `notFound`, `regionsFull` */
    async add(
      groupOID: string,
      region: RegionFacts & { oid: string },
      context: CallContext,
    ): Promise<RegionRecord> {
      const group = await requireGroup(context, groupOID);
      if ((await countRegions(db, group.oid)) >= limits.region.most)
        throw new Refusal('regionsFull', { values: { max: limits.region.most } });
      const { groupRoot, memberOID: createdBy } = context.caller;
      const made = await db.transaction().execute(async (trx) => {
        const at = now();
        if (!(await insertRegion(trx, { ...region, groupRoot, groupOID: group.oid, createdBy, at })))
          return false;
        await audit.done(trx, context, 'region.add', {
          oid: region.oid,
          name: region.name,
          groupOID: group.oid,
        });
        return true;
      });
      const stored = await regionInScope(db, context.caller, region.oid);
      // One of somebody else's has this oid: it is not theirs to know of.
      if (!stored || stored.groupOID !== group.oid) throw new Refusal('conflict');
      const record = recordOf(stored);
      if (made) publish({ ...published(context, stored), kind: 'added', region: record });
      return record;
    },

    async edit(oid: string, changes: RegionFacts, context: CallContext): Promise<void> {
      const before = await requireRegion(context.caller, oid);
      await db.transaction().execute(async (trx) => {
        await updateRegion(trx, oid, changes, now());
        await audit.done(trx, context, 'region.edit', { oid, name: changes.name, groupOID: before.groupOID });
      });
      const after = await requireRegion(context.caller, oid);
      publish({ ...published(context, after), kind: 'edited', region: recordOf(after) });
    },

    async remove(oid: string, context: CallContext): Promise<void> {
      const region = await requireRegion(context.caller, oid);
      await db.transaction().execute(async (trx) => {
        await deleteRegions(trx, { oid });
        await audit.done(trx, context, 'region.delete', {
          oid,
          name: region.name,
          groupOID: region.groupOID,
        });
      });
      publish({ ...published(context, region), kind: 'deleted', region: { oid, groupOID: region.groupOID } });
    },

    /** All of one department, not of those below. */
    async clear(groupOID: string, context: CallContext): Promise<void> {
      const group = await requireGroup(context, groupOID);
      await db.transaction().execute(async (trx) => {
        const gone = await deleteRegions(trx, { groupOID: group.oid });
        await audit.done(trx, context, 'region.delete', { groupOID: group.oid, count: gone.length });
      });
      publish({ ...published(context, group), kind: 'cleared', groupOID: group.oid });
    },
  };
}
export type RegionRoom = ReturnType<typeof createRegions>;
