import { buffer } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { routeFile } from './route.file.ts';
import type { RouteDeps } from './route.deps.ts';
import type { createRouteImport } from './route.import.ts';
import {
  libraryPage,
  markFavourites,
  namesInUse,
  unmarkFavourites,
  visibleAmong,
  type LibraryQuery,
  type LibraryRow,
} from './route.library.store.ts';
import { requireRoute } from './route.list.ts';

export type { LibraryQuery } from './route.library.store.ts';

export interface LibraryRoute extends Omit<LibraryRow, 'createdAt'> {
  /** Epoch ms. */
  createdAt: number;
  /** MD5 of the file in hex; null: the file is gone. */
  sign: string | null;
}

type Member = Pick<CallContext, 'caller'>;

/** Routes as an app for pilots keeps them. */
export function createRouteLibrary(
  { runtime: { db }, audit, objects }: RouteDeps,
  importKmz: ReturnType<typeof createRouteImport>,
) {
  return {
    async page({ caller }: Member, query: LibraryQuery): Promise<{ list: LibraryRoute[]; total: number }> {
      const { rows, total } = await libraryPage(db, caller, query);
      const list = await Promise.all(
        rows.map(async (row) => ({
          ...row,
          createdAt: row.createdAt.getTime(),
          sign: (await objects.head(row.objectKey))?.etag ?? null,
        })),
      );
      return { list, total };
    },

    takenNames: ({ caller }: Member, names: readonly string[]): Promise<string[]> =>
      namesInUse(db, caller, names),

    /** All or none. @throws Refusal `notFound` where the member does not see one of them */
    async mark({ caller }: Member, oids: readonly string[], favourite: boolean): Promise<void> {
      if ((await visibleAmong(db, caller, oids)).length < oids.length) throw notFound();
      if (favourite) await markFavourites(db, caller.memberOID, oids);
      else await unmarkFavourites(db, caller.memberOID, oids);
    },

    /** Writes down that a file is about to leave. @throws Refusal `notFound` */
    async announceFile(context: CallContext, oid: string): Promise<void> {
      const route = await requireRoute(db, context, oid);
      await audit.done(db, context, 'route.download', { oid, checksum: route.checksum });
    },

    /** @throws Refusal `notFound`, `routeChanged` */
    file: async (member: Member, oid: string): Promise<BytesAnswer> =>
      routeFile(objects, await requireRoute(db, member, oid), async () => undefined),

    /** Imports what was uploaded, as a file from a browser is. @throws Refusal `notFound`, and those of the import */
    async importObject(name: string, objectKey: string, context: CallContext): Promise<string> {
      const head = await objects.head(objectKey);
      if (!head) throw notFound();
      if (head.size > limits.route.kmzBytes)
        throw new Refusal('tooLarge', { values: { max: limits.route.kmzBytes } });
      const found = await objects.get(objectKey);
      if (!found) throw notFound();
      const bytes = await buffer(found.stream);
      const { oid } = await importKmz({ name, bytes }, { name, preview: false }, context);
      if (oid === undefined) throw new Refusal('internal');
      // The import keeps a copy of its own under a key of its own.
      await objects.delete(objectKey);
      return oid;
    },
  };
}
export type RouteLibrary = ReturnType<typeof createRouteLibrary>;
