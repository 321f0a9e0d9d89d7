import type { PlanChange, RouteDetail, RoutePlan } from '@eyrie/domain';
import type { CallContext, UploadedFile } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Viewer } from '../../platform/list/index.ts';
import { nameOfFile } from './file-name.ts';
import { withJudgement } from './with-judgement.ts';
import type { RouteDeps } from './route.deps.ts';
import type { RouteJudge } from './route.judge.ts';
import type { JudgedRoute, UploadResult } from './parsed-route.ts';
import type { OwnFiles } from './route.own-file.ts';
import { sha256, storedThen } from './route.objects.ts';
import { insertVersion } from './route-version.store.ts';
import { modelName } from './route.present.ts';
import { insertRoute } from './route.store.ts';

interface NewRoute extends JudgedRoute {
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

/** What a file is taken as. */
interface Taken {
  /** What is stored: the file itself, or the one that was made anew of the plan that it brings. */
  bytes: Uint8Array;
  plan: RoutePlan;
  facts: JudgedRoute;
  /** It comes from elsewhere: later versions take from it what no plan knows. */
  foreign: boolean;
}

export function createRouteImport(
  deps: RouteDeps,
  {
    judge,
    own,
    show,
  }: { judge: RouteJudge; own: OwnFiles; show: (oid: string, viewer: Viewer) => Promise<RouteDetail> },
) {
  const { runtime, audit, objects } = deps;

  /** @throws Refusal with the reason of the route package, one to one. */
  async function parse(bytes: Uint8Array): Promise<Extract<UploadResult, { ok: true }>> {
    const result = await deps.parser.parse(bytes);
    if (result.ok) return result;
    throw new Refusal(result.refusal.reason, { data: { detail: result.refusal.detail } });
  }

  async function take(bytes: Uint8Array, name: string, context: CallContext): Promise<Taken> {
    const { caller } = context;
    const read = await parse(bytes);
    const again = read.own && (await own.again(read.own, { origin: bytes, name }, context));
    if (read.own && again) return { bytes: again.bytes, plan: read.own, facts: again.route, foreign: false };
    const { plan, route } = read;
    const about = { plan, groupOID: caller.groupOID, warnings: route.warnings, before: null };
    return { bytes, plan, facts: withJudgement(route, await judge.judge(caller, about)), foreign: true };
  }

  async function preview(route: NewRoute, { caller }: CallContext): Promise<ImportedRoute> {
    const { oid: _, objectKey: __, createdByOID: ___, look: ____, ...shown } = route;
    return {
      ...shown,
      groupName: (await deps.department.find(caller.groupOID))?.name ?? '',
      droneModelName: modelName(route.droneModel),
      createdBy: caller.name,
      createdAt: route.createdAt.getTime(),
      allowed: [],
    };
  }

  /** What was taken of it is the first version. */
  async function store(
    route: NewRoute,
    { bytes, plan, facts, foreign }: Taken,
    context: CallContext,
  ): Promise<void> {
    const { oid, name, checksum, waypointCount, objectKey, createdByOID, createdAt } = route;
    await storedThen({ objects, log: runtime.log }, { objectKey, bytes, checksum }, () =>
      runtime.db.transaction().execute(async (trx) => {
        await insertRoute(trx, route);
        const summary: PlanChange[] = [{ what: 'imported', values: {} }];
        const originKey = foreign ? objectKey : null;
        const version = { routeOID: oid, number: 1, plan, originKey, objectKey, checksum };
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
    const { groupOID } = caller;
    const name = request.name?.trim() || nameOfFile(file.name);
    const taken = await take(file.bytes, name, context);
    const oid = runtime.newOid();
    const route: NewRoute = {
      ...taken.facts,
      oid,
      groupRoot: caller.groupRoot,
      groupOID,
      name,
      remark: request.remark ?? '',
      objectKey: `routes/${caller.groupRoot}/${oid}.kmz`,
      checksum: sha256(taken.bytes),
      createdByOID: caller.memberOID,
      createdAt: new Date(Math.round(runtime.serverTime())),
    };
    if (request.preview) return preview(route, context);
    await store(route, taken, context);
    return show(oid, context);
  };
}
