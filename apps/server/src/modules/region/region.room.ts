import { limits, type PilotRegion } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { ListDeps } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { visibleDepartment, type DepartmentRoom, type PlacedDepartment } from '../department/index.ts';
import { createRegionList, requireRoom } from './region.list.ts';
import { drawnByPilot, pilotRegionOf, type RegionFacts } from './region.pilot.ts';
import {
  clearRegions,
  insertRegions,
  regionExists,
  regionInScope,
  regionsInScope,
  visibleRegions,
  type RegionScope,
  type StoredRegion,
} from './region.store.ts';
import { shapeValues } from './region.values.ts';

/** What became of regions. `path`: of their department, from the topmost one down; who sees one of them sees it. */
export type RegionChange = { groupRoot: string; path: readonly string[] } & (
  | { kind: 'added' | 'edited'; region: PilotRegion }
  | { kind: 'deleted'; region: Pick<PilotRegion, 'oid' | 'groupOID'> }
  | { kind: 'cleared'; groupOID: string }
);

export interface RegionDeps {
  audit: AuditLog;
  department: ListDeps['department'] & Pick<DepartmentRoom, 'find'>;
  /** Lets every open map have it, on every server. A change is done whether or not that succeeds. */
  publish(change: RegionChange): void;
  /** The areas of docks are to follow. */
  changed(groupRoot: string): Promise<void>;
}

/** More changes than so many are not named one by one. */
const namedAtOnce = 20;

/** Regions on the map: of a department, seen by it and by those above. DJI Pilot 2 draws the same ones. */
export function createRegions(
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>,
  { audit, department, publish, changed }: RegionDeps,
) {
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  const requireRegion = async (scope: RegionScope, oid: string): Promise<StoredRegion> => {
    const found = await regionInScope(db, scope, oid);
    if (!found) throw notFound();
    return found;
  };
  const requireGroup = async (
    caller: Parameters<typeof visibleDepartment>[1],
    oid: string,
  ): Promise<PlacedDepartment> => {
    const found = await visibleDepartment(db, caller, oid);
    if (!found) throw notFound();
    return found;
  };
  const list = createRegionList({ runtime, audit, department }, { now, requireGroup });
  /** Publishes regions that are another, by their oids. */
  const publishOf = async (
    context: CallContext,
    kind: 'added' | 'edited',
    oids: readonly string[],
  ): Promise<void> => {
    const { groupRoot } = context.caller;
    const found = await regionsInScope(db, context.caller, oids);
    // Of many at once a department's layer is read anew.
    const groups = new Map(found.map(({ groupOID, path }) => [groupOID, path]));
    if (found.length > namedAtOnce)
      for (const [groupOID, path] of groups) publish({ groupRoot, path, kind: 'cleared', groupOID });
    else for (const one of found) publish({ groupRoot, path: one.path, kind, region: pilotRegionOf(one) });
    await changed(groupRoot);
  };
  const remove = async (oids: readonly string[], context: CallContext): Promise<void> => {
    const before = await regionsInScope(db, context.caller, oids);
    await list.remove(oids, context);
    const { groupRoot } = context.caller;
    for (const { path, oid, groupOID } of before)
      publish({ groupRoot, path, kind: 'deleted', region: { oid, groupOID } });
    await changed(groupRoot);
  };

  return {
    list,
    publishOf,
    requireGroup,
    removeAll: remove,
    /** With the name of each one's department. @param groupOID only of this one; null: of all that the caller sees */
    visible: (scope: RegionScope, groupOID: string | null): Promise<StoredRegion[]> =>
      visibleRegions(db, scope, groupOID, limits.region.answered),

    /** The same one again is done already. @throws Refusal `conflict`, `notFound`, `regionsFull`, `invalid` */
    async add(
      groupOID: string,
      { oid, name, color, onGround, geometry }: RegionFacts & { oid: string },
      context: CallContext,
    ): Promise<PilotRegion> {
      const group = await requireGroup(context.caller, groupOID);
      await requireRoom(db, group.oid);
      const { groupRoot, memberOID: createdByOID } = context.caller;
      const values = shapeValues({ kind: 'note', geometry });
      const made = await db.transaction().execute(async (trx) => {
        if (await regionExists(trx, oid)) return false;
        const at = now();
        const of = { groupRoot, groupOID: group.oid, createdByOID, createdAt: at, updatedAt: at };
        await insertRegions(trx, { oid, name, colour: color, onGround, ...values, ...of });
        await audit.done(trx, context, 'region.add', { oid, name, groupOID: group.oid });
        return true;
      });
      const stored = await regionInScope(db, context.caller, oid);
      // One of somebody else's has this oid: it is not theirs to know of.
      if (!stored || stored.groupOID !== group.oid) throw new Refusal('oidTaken');
      if (made) await publishOf(context, 'added', [oid]);
      return pilotRegionOf(stored);
    },

    async edit(oid: string, changes: RegionFacts, context: CallContext): Promise<void> {
      const before = await requireRegion(context.caller, oid);
      await db.transaction().execute(async (trx) => {
        const rows = await list.lock(trx, [oid], context);
        const { name, color: colour, onGround } = changes;
        const values = shapeValues({ kind: rows[0]?.kind ?? 'note', ...drawnByPilot(before, changes) });
        await list.changeWithin(trx, rows, { name, colour, onGround, ...values, updatedAt: now() }, context);
        await audit.done(trx, context, 'region.edit', { oid, name, groupOID: before.groupOID });
      });
      await publishOf(context, 'edited', [oid]);
    },

    remove: async (oid: string, context: CallContext): Promise<void> => remove([oid], context),

    /** All of one department, not of those below. */
    async clear(groupOID: string, context: CallContext): Promise<void> {
      const group = await requireGroup(context.caller, groupOID);
      await db.transaction().execute(async (trx) => {
        const gone = await clearRegions(trx, group.oid);
        await audit.done(trx, context, 'region.delete', { groupOID: group.oid, count: gone.length });
      });
      const { groupRoot } = context.caller;
      publish({ groupRoot, path: group.path, kind: 'cleared', groupOID: group.oid });
      await changed(groupRoot);
    },
  };
}
export type RegionRoom = ReturnType<typeof createRegions>;
