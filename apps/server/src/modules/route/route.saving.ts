import type { PlanChange, RoutePlan, RouteRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { requireVersion } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { JudgedRoute } from './parsed-route.ts';
import type { RouteDeps } from './route.deps.ts';
import type { RouteList } from './route.list.ts';
import { removeFiles, sha256, storedThen } from './route.objects.ts';
import { insertRoute, updateRoutes } from './route.store.ts';
import { dropOldVersions, insertVersion } from './route-version.store.ts';

/** A version that is about to be saved. */
export interface Draft {
  plan: RoutePlan | null;
  originKey: string | null;
  bytes: Uint8Array;
  route: JudgedRoute;
  summary: readonly PlanChange[];
}

/** Stores versions of routes: file, row, version and row of the audit log, or nothing. */
export function createRouteSaving({ runtime, audit, objects, department }: RouteDeps, list: RouteList) {
  const { db, log } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  const keyFor = (caller: Caller, oid: string): string =>
    `routes/${caller.groupRoot}/${oid}/${runtime.newOid()}.kmz`;

  /** A new route of one version: file, row, version and row of the audit log, or nothing. */
  async function create(
    draft: Draft,
    { name, remark, groupOID, action }: { name: string; remark: string; groupOID: string; action: string },
    context: CallContext,
    /** What else becomes true with it. */
    also: (trx: DbOrTrx, oid: string) => Promise<void> = async () => undefined,
  ): Promise<string> {
    const { caller } = context;
    const oid = runtime.newOid();
    const objectKey = keyFor(caller, oid);
    const checksum = sha256(draft.bytes);
    const createdAt = now();
    const by = { createdByOID: caller.memberOID, createdAt };
    await storedThen({ objects, log }, { objectKey, bytes: draft.bytes, checksum }, () =>
      db.transaction().execute(async (trx) => {
        await department.holdStanding(trx, [groupOID]);
        const file = { objectKey, checksum };
        await insertRoute(trx, {
          ...draft.route,
          ...file,
          ...by,
          oid,
          groupRoot: caller.groupRoot,
          groupOID,
          name,
          remark,
        });
        await also(trx, oid);
        const { plan, originKey, route, summary } = draft;
        await insertVersion(trx, {
          routeOID: oid,
          number: 1,
          plan,
          originKey,
          ...file,
          facts: route,
          summary,
          ...by,
        });
        await audit.done(trx, context, action, { oid, name, checksum, waypointCount: route.waypointCount });
      }),
    );
    return oid;
  }

  /** The next version of a route. */
  async function save(
    request: {
      oid: string;
      version?: number | undefined;
      name?: string | undefined;
      remark?: string | undefined;
    },
    draft: Draft,
    context: CallContext,
  ): Promise<RouteRecord> {
    const { oid, version, name, remark } = request;
    const { caller } = context;
    const objectKey = keyFor(caller, oid);
    const checksum = sha256(draft.bytes);
    const dropped = await storedThen({ objects, log }, { objectKey, bytes: draft.bytes, checksum }, () =>
      db.transaction().execute(async (trx) => {
        const [row] = await list.lock(trx, [oid], context);
        if (!row) throw notFound();
        if (version !== undefined) await requireVersion(trx, oid, version);
        const { waypoints, look, ...facts } = draft.route;
        const named = {
          ...(name === undefined ? {} : { name }),
          ...(remark === undefined ? {} : { remark }),
        };
        const number = row.number + 1;
        await list.changeWithin(trx, [row], { ...named, ...facts, checksum, number }, context);
        await updateRoutes(trx, [oid], { waypoints, look, objectKey });
        await insertVersion(trx, {
          routeOID: oid,
          number,
          plan: draft.plan,
          originKey: draft.originKey,
          objectKey,
          checksum,
          facts: draft.route,
          summary: draft.summary,
          createdByOID: caller.memberOID,
          createdAt: now(),
        });
        const detail = { oid, ...named, number, checksum, waypointCount: facts.waypointCount };
        await audit.done(trx, context, 'route.edit', detail);
        return dropOldVersions(trx, oid, number);
      }),
    );
    await removeFiles({ objects, log }, dropped);
    return list.get(oid, context);
  }

  return { create, save };
}
export type RouteSaving = ReturnType<typeof createRouteSaving>;
