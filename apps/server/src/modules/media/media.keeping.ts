import { resultLimits } from '@eyrie/domain';
import { inBatches } from '../../platform/keeping/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { hasPyramid, pyramidKeyOf } from './media.pyramid.ts';
import { playbackKeyOf } from './media.playback.ts';
import { thermalKeyOf } from './media.thermal.ts';
import { binTooOld, claimToClear, clearMedia, retentionOf, rootsWithRules } from './media.keeping.store.ts';

/** Removes for good what was deleted long enough ago: first the bytes, so that no row is missing for bytes that stay. */
export const clearBin = async (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  objects: Pick<Objects, 'delete'>,
): Promise<void> => {
  const now = Math.round(serverTime());
  const before = new Date(now - resultLimits.binFor);
  for (const row of await claimToClear(db, before, new Date(now), resultLimits.clearAtOnce)) {
    await objects.delete(row.object_key);
    if (row.thumbnail_key !== null) await objects.delete(row.thumbnail_key);
    if (hasPyramid(row)) await objects.delete(pyramidKeyOf(row));
    if (row.lens === 'ir') await objects.delete(thermalKeyOf(row));
    if (row.kind === 'video')
      // One that was stored by work which then was cancelled is named nowhere.
      await objects.delete(row.playback_key ?? playbackKeyOf({ groupRoot: row.group_root, oid: row.oid }));
    await clearMedia(db, row.oid);
  }
};

/** Puts into the bin what is older than the rules of its organisation allow, some at a time, each time written down. */
export const retainMedia = async (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  audit: Pick<AuditLog, 'write'>,
): Promise<void> => {
  for (const groupRoot of await rootsWithRules(db)) {
    const some = (): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const rules = await retentionOf(trx, groupRoot);
        const { count, sidecars, bytes } = await binTooOld(trx, groupRoot, rules, Math.round(serverTime()));
        if (count > 0)
          await audit.write(trx, {
            groupRoot,
            memberOID: null,
            sessionOID: null,
            address: null,
            dockOID: null,
            action: 'media.delete',
            outcome: 'done',
            detail: { ...rules, count: count + sidecars, bytes },
          });
        // What goes with them is no part of what is taken at once: there would seem to be no more.
        return count;
      });
    await inBatches(resultLimits.clearAtOnce, some);
  }
};
