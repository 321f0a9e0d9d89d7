import type { PlanChange, RouteDetail, RoutePlan } from '@eyrie/domain';
import type { CallContext, UploadedFile } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Viewer } from '../../platform/list/index.ts';
import { nameOfFile } from './file-name.ts';
import { withJudgement } from './with-judgement.ts';
import type { RouteDeps } from './route.deps.ts';
import type { RouteJudge } from './route.judge.ts';
import type { ParsedRoute } from './parsed-route.ts';
import { sha256, storedThen } from './route.objects.ts';
import { insertVersion } from './route-version.store.ts';
import { modelName } from './route.present.ts';
import { insertRoute } from './route.store.ts';

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
  judge: RouteJudge,
  show: (oid: string, viewer: Viewer) => Promise<RouteDetail>,
) {
  const { runtime, audit, objects } = deps;

  /** @throws Refusal with the reason of the route package, one to one. */
  async function parse(bytes: Uint8Array): Promise<{ route: ParsedRoute; plan: RoutePlan }> {
    const result = await deps.parser.parse(bytes);
    if (result.ok) return result;
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

  /** Its file is the first version, from which all later ones take what no plan knows. */
  async function store(
    route: NewRoute,
    { bytes, plan, facts }: { bytes: Uint8Array; plan: RoutePlan; facts: ParsedRoute },
    context: CallContext,
  ): Promise<void> {
    const { oid, name, checksum, waypointCount, objectKey, createdByOID, createdAt } = route;
    await storedThen({ objects, log: runtime.log }, { objectKey, bytes, checksum }, () =>
      runtime.db.transaction().execute(async (trx) => {
        await insertRoute(trx, route);
        const summary: PlanChange[] = [{ what: 'imported', values: {} }];
        const version = { routeOID: oid, number: 1, plan, originKey: objectKey, objectKey, checksum };
        await insertVersion(trx, { ...version, facts, summary, createdByOID, createdAt });
        await audit.done(trx, context, 'route.import', { oid, name, checksum, waypointCount });
      }),
    );
  }

  /** Reads a route file and stores it with what it says, for the caller's own department. */
  return async (
    file: UploadedFile | null,
    request: ImportRequest,
    context: CallContext,
  ): Promise<ImportedRoute> => {
    const { caller } = context;
    if (!file) throw invalidField('file', 'required');
    const { route: read, plan } = await parse(file.bytes);
    const { groupOID } = caller;
    const parsed = withJudgement(
      read,
      await judge.judge(caller, { plan, groupOID, warnings: read.warnings }),
    );
    const oid = runtime.newOid();
    const route: NewRoute = {
      ...parsed,
      oid,
      groupRoot: caller.groupRoot,
      groupOID,
      name: request.name?.trim() || nameOfFile(file.name),
      remark: request.remark ?? '',
      objectKey: `routes/${caller.groupRoot}/${oid}.kmz`,
      checksum: sha256(file.bytes),
      createdByOID: caller.memberOID,
      createdAt: new Date(Math.round(runtime.serverTime())),
    };
    if (request.preview) return preview(route, context);
    await store(route, { bytes: file.bytes, plan, facts: parsed }, context);
    return show(oid, context);
  };
}
