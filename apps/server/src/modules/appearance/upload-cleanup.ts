import { imageOf, limits, ownTilesOf } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { lockVersions, newestVersions } from './appearance.store.ts';
import { deleteUploads, unnamedUploads, type UploadTable } from './upload.store.ts';

/** What the looks name that are in force or can be come back to. */
const namedBy = async (trx: DbOrTrx, groupRoot: string): Promise<Record<UploadTable, string[]>> => {
  const appearances = [
    ...(await newestVersions(trx, groupRoot, 'console', 2)),
    ...(await newestVersions(trx, groupRoot, 'screen', 2)),
  ].map(({ settings }) => settings);
  const ids = (values: (string | null)[]): string[] => values.filter((value) => value !== null);
  return {
    appearance_image: ids(
      appearances.flatMap(({ backgroundPIC, logoPIC }) => [
        imageOf(backgroundPIC ?? ''),
        imageOf(logoPIC ?? ''),
      ]),
    ),
    map_tiles: ids(appearances.map(({ url }) => ownTilesOf(url))),
  };
};

/** Throws away what no look of an organisation names: older than a draft may be, or more than a person tries out. */
export const createUploadCleanup =
  ({ db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>, objects: Objects) =>
  async (groupRoot: string): Promise<void> => {
    const before = serverTime() - limits.appearance.draftLife;
    const keys = await db.transaction().execute(async (trx) => {
      // A look that is just being made names what would otherwise be thrown away.
      await lockVersions(trx, groupRoot);
      const named = await namedBy(trx, groupRoot);
      const gone: string[] = [];
      for (const table of ['appearance_image', 'map_tiles'] as const) {
        const unnamed = await unnamedUploads(trx, table, groupRoot, named[table]);
        const old = unnamed.filter(
          ({ at }, place) => place >= limits.appearance.draftsMost || at.getTime() < before,
        );
        const ids = old.map(({ id }) => id);
        await deleteUploads(trx, table, ids);
        gone.push(...old.map(({ objectKey }) => objectKey));
      }
      return gone;
    });
    for (const key of keys)
      await objects
        .delete(key)
        .catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));
  };
