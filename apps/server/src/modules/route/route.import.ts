import { createHash } from 'node:crypto';
import { routeFileType, type RouteDetail } from '@eyrie/domain';
import type { CallContext, UploadedFile } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { ListDeps, Viewer } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { nameOfFile } from './file-name.ts';
import type { ParsedRoute } from './parsed-route.ts';
import type { RouteParser } from './route-parser.ts';
import { modelName } from './route.present.ts';
import { insertRoute } from './route.store.ts';

export interface RouteDeps extends ListDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>;
  department: ListDeps['department'] & Pick<DepartmentRoom, 'find'>;
  objects: Objects;
  parser: RouteParser;
}

interface NewRoute extends ParsedRoute {
  oid: string;
  groupRoot: string;
  groupOID: string;
  name: string;
  remark: string;
  objectKey: string;
  checksum: string;
  createdByOID: string;
  createdAt: Date;
}

export interface ImportRequest {
  name?: string | undefined;
  remark?: string | undefined;
  /** Shows what the file holds and stores nothing. */
  preview: boolean;
}

/** A preview has no oid. */
export type ImportedRoute = Omit<RouteDetail, 'oid'> & { oid?: string };

export function createRouteImport(
  deps: RouteDeps,
  show: (oid: string, viewer: Viewer) => Promise<RouteDetail>,
) {
  const { runtime, audit, objects } = deps;

  /** @throws Refusal with the reason of the route package, one to one. */
  async function parse(bytes: Uint8Array): Promise<ParsedRoute> {
    const result = await deps.parser.parse(bytes);
    if (result.ok) return result.route;
    throw new Refusal(result.refusal.reason, { data: { detail: result.refusal.detail } });
  }

  async function preview(route: NewRoute, { caller }: CallContext): Promise<ImportedRoute> {
    const { oid: _, objectKey: __, createdByOID: ___, ...shown } = route;
    return {
      ...shown,
      groupName: (await deps.department.find(caller.groupOID))?.name ?? '',
      droneModelName: modelName(route.droneModel),
      createdBy: caller.name,
      createdAt: route.createdAt.getTime(),
      allowed: [],
    };
  }

  /** The file first, then its row and the audit row together: a row never names a file that is not there. */
  async function store(route: NewRoute, bytes: Uint8Array, context: CallContext): Promise<void> {
    const { oid, name, checksum, waypointCount, objectKey } = route;
    await objects.put(objectKey, Buffer.from(bytes), { contentType: routeFileType, sha256: checksum });
    try {
      await runtime.db.transaction().execute(async (trx) => {
        await insertRoute(trx, route);
        const detail = { oid, name, checksum, waypointCount };
        await audit.done(trx, context, 'route.import', detail);
      });
    } catch (error) {
      // A file without a row would never be found again.
      await objects
        .delete(objectKey)
        .catch((err: unknown) => runtime.log.warn({ err, objectKey }, 'a route file was left behind'));
      throw error;
    }
  }

  /** Reads a route file and stores it with what it says, for the caller's own department. */
  return async (
    file: UploadedFile | null,
    request: ImportRequest,
    context: CallContext,
  ): Promise<ImportedRoute> => {
    const { caller } = context;
    if (!file) throw invalidField('file', 'required');
    const parsed = await parse(file.bytes);
    const oid = runtime.newOid();
    const route: NewRoute = {
      ...parsed,
      oid,
      groupRoot: caller.groupRoot,
      groupOID: caller.groupOID,
      name: request.name?.trim() || nameOfFile(file.name),
      remark: request.remark ?? '',
      objectKey: `routes/${caller.groupRoot}/${oid}.kmz`,
      checksum: createHash('sha256').update(file.bytes).digest('hex'),
      createdByOID: caller.memberOID,
      createdAt: new Date(Math.round(runtime.serverTime())),
    };
    if (request.preview) return preview(route, context);
    await store(route, file.bytes, context);
    return show(oid, context);
  };
}
