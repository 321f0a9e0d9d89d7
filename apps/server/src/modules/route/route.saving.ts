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

/** Where a new route lies, and by which action. */
interface Place {
  name: string;
  remark: string;
  groupOID: string;
  action: string;
}

type Also = (trx: DbOrTrx, oid: string) => Promise<void>;
const nothingElse: Also = async () => undefined;

/** Stores versions of routes: file, row, version and row of the audit log, or nothing. */
export function createRouteSaving({ runtime, audit, objects, department }: RouteDeps, list: RouteList) {
  const { db, log } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  const keyFor = (caller: Caller, oid: string): string =>
    `routes/${caller.groupRoot}/${oid}/${runtime.newOid()}.kmz`;

  /** A new route of one version: its file, and the work that writes its row, version and row of the audit log. */
  const newRoute = (draft: Draft, { name, remark, groupOID, action }: Place, context: CallContext) => {
    const { caller } = context;
    const oid = runtime.newOid();
    const file = { objectKey: keyFor(caller, oid), checksum: sha256(draft.bytes) };
    const { objectKey, checksum } = file;
    const by = { createdByOID: caller.memberOID, createdAt: now() };
    const write = async (trx: DbOrTrx, also: Also): Promise<void> => {
      await department.holdStanding(trx, [groupOID]);
      const { groupRoot } = caller;
      await insertRoute(trx, { ...draft.route, ...file, ...by, oid, groupRoot, groupOID, name, remark });
      await also(trx, oid);
      const { plan, originKey, route, summary } = draft;
      const version = { routeOID: oid, number: 1, plan, originKey, ...file, facts: route, summary, ...by };
      await insertVersion(trx, version);
      await audit.done(trx, context, action, { oid, name, checksum, waypointCount: route.waypointCount });
    };
    return { oid, file: { objectKey, checksum, bytes: draft.bytes }, write };
  };

  /** A new route of one version: file, row, version and row of the audit log, or nothing. */
  async function create(
    draft: Draft,
    place: Place,
    context: CallContext,
    /** What else becomes true with it. */
    also: Also = nothingElse,
  ): Promise<string> {
    const { oid, file, write } = newRoute(draft, place, context);
    await storedThen({ objects, log }, file, () => db.transaction().execute((trx) => write(trx, also)));
    return oid;
  }

  /** Several new routes, all or none. @returns their oids, in the order of the drafts */
  async function createAll(
    drafts: readonly { draft: Draft; place: Place }[],
    context: CallContext,
  ): Promise<string[]> {
    const made = drafts.map(({ draft, place }) => newRoute(draft, place, context));
    const rows = (): Promise<void> =>
      db.transaction().execute(async (trx) => {
        for (const { write } of made) await write(trx, nothingElse);
      });
    // The files of all are there before the rows, and go again when these come to nothing.
    const stored = made.reduce(
      (work, { file }) =>
        () =>
          storedThen({ objects, log }, file, work),
      rows,
    );
    await stored();
    return made.map(({ oid }) => oid);
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

  return { create, createAll, save };
}
export type RouteSaving = ReturnType<typeof createRouteSaving>;
