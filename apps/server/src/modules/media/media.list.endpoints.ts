import { limits, mediaCalls, type MediaItem } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { contentTypeOf, present } from './media.endpoints.ts';
import {
  clearMedia,
  deleteMedia,
  mediaByOids,
  mediaPage,
  mediaToClear,
  type MediaRow,
} from './media.list.store.ts';

export interface MediaListDependencies {
  audit: AuditLog;
  objects: Objects;
}

const itemFor = (row: MediaRow, { resources }: Caller): MediaItem => ({
  ...present(row),
  dockOID: row.dock_oid,
  dockName: row.dock_name,
  taskName: row.task_name,
  allowed: resources.has('media:edit') ? ['delete'] : [],
});

const said = (metadata: unknown, key: string): string | null => {
  const value: unknown =
    metadata !== null && typeof metadata === 'object' ? Reflect.get(metadata, key) : null;
  return typeof value === 'string' ? value : null;
};

/** Lists of files, and what is done with single ones. */
export const mediaListEndpoints = (
  { db, serverTime }: Runtime,
  { audit }: MediaListDependencies,
): Endpoint[] => {
  const one = async (caller: Caller, oid: string): Promise<MediaRow> => {
    const [row] = await mediaByOids(db, caller, [oid]);
    if (!row) throw notFound();
    return row;
  };
  return [
    serve(mediaCalls.query, async (wanted, { caller }) => {
      const { rows, total } = await mediaPage(db, caller, wanted);
      const { pageNum, pageSize } = wanted;
      return { list: rows.map((row) => itemFor(row, caller)), total, pageNum, pageSize };
    }),
    serve(mediaCalls.detail, async ({ oid }, { caller }) => {
      const row = await one(caller, oid);
      const models = {
        droneModel: said(row.metadata, 'droneModel'),
        payloadModel: said(row.metadata, 'payloadModel'),
      };
      return { ...itemFor(row, caller), ...models };
    }),
    serve(mediaCalls.preview, async ({ oid }, { caller }) => {
      const row = await one(caller, oid);
      return { url: present(row).url, ...contentTypeOf(row.name) };
    }),
    serve(mediaCalls.remove, async (request, context) => {
      const { caller } = context;
      const oids = [...new Set(request.oids)];
      await db.transaction().execute(async (trx) => {
        const rows = await mediaByOids(trx, caller, oids);
        const gone = await deleteMedia(trx, caller, oids, { at: serverTime(), by: caller.memberOID });
        if (gone !== oids.length) throw notFound();
        await audit.done(trx, context, 'media.delete', {
          rows: rows.map(({ oid, name }) => ({ oid, name })),
        });
      });
      return { ok: true as const };
    }),
  ];
};

/** Removes for good what was deleted long enough ago: first the bytes, so that no row is missing for bytes that stay. */
export const mediaTimers = (
  { db, serverTime }: Runtime,
  { objects }: Pick<MediaListDependencies, 'objects'>,
): Timer[] => [
  {
    name: 'media.cleanUp',
    every: limits.mediaFile.clearEvery,
    once: 'any',
    run: async () => {
      const before = new Date(serverTime() - limits.mediaFile.binFor);
      for (const { oid, object_key: key } of await mediaToClear(db, before, limits.mediaFile.clearAtOnce)) {
        await objects.delete(key);
        await clearMedia(db, oid);
      }
    },
  },
];
