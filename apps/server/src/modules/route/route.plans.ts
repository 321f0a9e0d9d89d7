import type {
  ParsedRequestOf,
  PlanChange,
  PlanDetail,
  routeCalls,
  RouteDetail,
  RoutePlan,
  RouteRecord,
  RouteWarning,
} from '@eyrie/domain';
import { planChanges } from '@eyrie/planner';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { requireVersion, type Viewer } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { MakeQuestion } from './made-route.ts';
import { packQuestion } from './maker-question.ts';
import { withJudgement } from './with-judgement.ts';
import { heldOver } from './plan-warnings.ts';
import type { ParsedRoute } from './parsed-route.ts';
import { readFile } from './route.file.ts';
import type { RouteDeps } from './route.deps.ts';
import type { RouteJudge } from './route.judge.ts';
import { requireRoute, type RouteList } from './route.list.ts';
import { removeFiles, sha256, storedThen } from './route.objects.ts';
import { presentRoute } from './route.present.ts';
import { insertRoute, updateRoutes, type StoredRouteDetail } from './route.store.ts';
import {
  dropOldVersions,
  insertVersion,
  storeWarnings,
  usageOf,
  versionOf,
  versionPage,
  type StoredVersion,
} from './route-version.store.ts';

type Request<Name extends keyof typeof routeCalls> = ParsedRequestOf<(typeof routeCalls)[Name]>;

/** A version that is about to be saved. */
interface Draft {
  plan: RoutePlan | null;
  originKey: string | null;
  bytes: Uint8Array;
  route: ParsedRoute;
  summary: readonly PlanChange[];
}

/** Routes whose last look is remembered. */
const lookedMost = 1_000;

/** Plans of routes: every save of one is a version with a file of its own, which nobody changes any more. */
export function createRoutePlans(
  deps: RouteDeps,
  list: RouteList,
  judge: RouteJudge,
  show: (oid: string, viewer: Viewer) => Promise<RouteDetail>,
) {
  const { runtime, audit, objects, maker, parser } = deps;
  const { db, log } = runtime;
  /** When routes were looked at, ms of the monotonic clock. */
  const looked = new Map<string, number>();
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  const keyFor = (caller: Caller, oid: string): string =>
    `routes/${caller.groupRoot}/${oid}/${runtime.newOid()}.kmz`;

  /**
   * @param groupOID department of the route
   * @throws Refusal `planFaults` naming what keeps the plan from being a route; reasons of the file it was made from
   */
  async function made(
    { groupOID, ...question }: Omit<MakeQuestion, 'around'> & { groupOID: string },
    { caller }: Pick<CallContext, 'caller'>,
  ): Promise<{ bytes: Uint8Array; route: ParsedRoute }> {
    const around = await judge.around(caller, { plan: question.plan, groupOID });
    const result = await maker.parse(packQuestion({ kind: 'make', ...question, around }));
    if (result.ok && 'bytes' in result) return { bytes: result.bytes, route: result.route };
    if (result.ok) throw new Error('the route writer answered another question');
    if (result.refusal) throw new Refusal(result.refusal.reason, { data: { detail: result.refusal.detail } });
    const [first] = result.faults;
    throw new Refusal('planFaults', {
      values: { count: result.faults.length, field: first?.field ?? '' },
      data: { faults: result.faults },
    });
  }

  const factsFor = ({ caller }: Pick<CallContext, 'caller'>, name: string): MakeQuestion['facts'] => ({
    name,
    author: caller.name,
    createdAt: Math.round(runtime.serverTime()),
  });

  /** The plan of a version; that of an imported file is read out of it. @throws Refusal `routeChanged` */
  async function planOf({ plan, objectKey, checksum }: StoredVersion): Promise<RoutePlan> {
    if (plan) return plan;
    const read = await parser.parse(await readFile(objects, { objectKey, checksum }));
    if (!read.ok) throw new Refusal('routeChanged');
    return read.plan;
  }

  async function requireVersionOf(oid: string, number: number | null): Promise<StoredVersion> {
    const found = await versionOf(db, oid, number);
    if (!found) throw notFound();
    return found;
  }

  /** A new route of one version: file, row, version and row of the audit log, or nothing. */
  async function create(
    draft: Draft,
    { name, remark, groupOID, action }: { name: string; remark: string; groupOID: string; action: string },
    context: CallContext,
    /** What else becomes true with it. */
    also: (trx: DbOrTrx) => Promise<void> = async () => undefined,
  ): Promise<string> {
    const { caller } = context;
    const oid = runtime.newOid();
    const objectKey = keyFor(caller, oid);
    const checksum = sha256(draft.bytes);
    const createdAt = now();
    const by = { createdByOID: caller.memberOID, createdAt };
    await storedThen({ objects, log }, { objectKey, bytes: draft.bytes, checksum }, () =>
      db.transaction().execute(async (trx) => {
        await deps.department.holdStanding(trx, [groupOID]);
        await also(trx);
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
        const { waypoints, ...facts } = draft.route;
        const named = {
          ...(name === undefined ? {} : { name }),
          ...(remark === undefined ? {} : { remark }),
        };
        const number = row.number + 1;
        await list.changeWithin(trx, [row], { ...named, ...facts, checksum, number }, context);
        await updateRoutes(trx, [oid], { waypoints, objectKey });
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

  const originOf = async ({ originKey }: StoredVersion): Promise<Uint8Array | null> =>
    originKey === null ? null : readFile(objects, { objectKey: originKey, checksum: null });

  /** A version as it is judged today, beside what was found of its file. */
  const judgedToday = async (
    row: Pick<StoredRouteDetail, 'groupOID'>,
    version: StoredVersion,
    { caller }: CallContext,
  ): Promise<ParsedRoute> => {
    const { groupOID } = row;
    const { warnings } = version.facts;
    const plan = await planOf(version);
    return withJudgement(version.facts, await judge.judge(caller, { plan, groupOID, warnings }));
  };

  /** What is found today about the last version of a route, and what was found before and could not be looked at again. */
  async function warningsToday(row: StoredRouteDetail, context: CallContext): Promise<RouteWarning[]> {
    const last = await requireVersionOf(row.oid, null);
    const facts = { ...last.facts, warnings: row.warnings };
    const { warnings } = await judgedToday(row, { ...last, facts }, context);
    return [...warnings, ...heldOver(row.warnings, warnings)];
  }

  return {
    made,
    create,
    factsFor,
    warningsToday,
    /**
     * Looks at a route again and keeps what is found: regions and obstacles change while it lies in the library.
     * @param freshFor ms for which an earlier look is good enough
     * @throws Refusal `notFound`
     */
    async today(oid: string, context: CallContext, freshFor = 0): Promise<void> {
      const at = runtime.clock.mono();
      if (at - (looked.get(oid) ?? -Infinity) < freshFor) return;
      const row = await requireRoute(db, context, oid);
      // One that was stored before there were versions has no plan that could be judged.
      if (!(await versionOf(db, oid, null))) return;
      const warnings = await warningsToday(row, context);
      await db.transaction().execute((trx) => storeWarnings(trx, oid, row.number, warnings));
      if (looked.size >= lookedMost) looked.clear();
      looked.set(oid, at);
    },
    lastPlan: async (oid: string): Promise<RoutePlan> => planOf(await requireVersionOf(oid, null)),

    /** The file of the last version for another aircraft, camera or version of the format. @throws Refusal `routeChanged` */
    async madeFor(
      { oid, name, groupOID }: { oid: string; name: string; groupOID: string },
      other: Pick<MakeQuestion['facts'], 'drone' | 'payload' | 'version'>,
      context: CallContext,
    ) {
      const last = await requireVersionOf(oid, null);
      const facts = { ...factsFor(context, name), ...other };
      return made({ plan: await planOf(last), facts, origin: await originOf(last), groupOID }, context);
    },

    async add(
      { name, remark = '', plan, ...request }: Request<'add'>,
      context: CallContext,
    ): Promise<RouteDetail> {
      const { caller } = context;
      if (request.groupOID) await deps.department.requireVisible(caller, request.groupOID);
      const groupOID = request.groupOID ?? caller.groupOID;
      const draft = await made({ plan, facts: factsFor(context, name), origin: null, groupOID }, context);
      const summary: PlanChange[] = [{ what: 'drawn', values: {} }];
      const place = { name, remark, groupOID, action: 'route.add' };
      return show(await create({ ...draft, plan, originKey: null, summary }, place, context), context);
    },

    async edit({ plan, ...request }: Request<'edit'>, context: CallContext): Promise<RouteRecord> {
      if (!plan) return list.edit(request, context);
      const { oid, version } = request;
      const row = await requireRoute(db, context, oid);
      // Known to be late already: its file is not worth making.
      if (version !== undefined) await requireVersion(db, oid, version);
      const last = await requireVersionOf(oid, null);
      const summary = planChanges(await planOf(last), plan);
      if (summary.length === 0) {
        const warnings = await warningsToday(row, context);
        await db.transaction().execute((trx) => storeWarnings(trx, oid, last.number, warnings));
        return list.edit(request, context);
      }
      const question = {
        plan,
        facts: factsFor(context, request.name ?? row.name),
        origin: await originOf(last),
        groupOID: row.groupOID,
      };
      const draft = await made(question, context);
      return save(request, { ...draft, plan, originKey: last.originKey, summary }, context);
    },

    async getPlan({ oid, number }: Request<'getPlan'>, context: CallContext): Promise<PlanDetail> {
      const row = await requireRoute(db, context, oid);
      const found = await requireVersionOf(oid, number ?? null);
      const { name, remark, groupOID, version, allowed } = presentRoute(row, context);
      return {
        oid,
        name,
        remark,
        groupOID,
        version: version ?? 0,
        allowed,
        number: found.number,
        plan: await planOf(found),
        origin: found.originKey !== null,
        usedBy: await usageOf(db, oid),
      };
    },

    async versions({ oid, pageNum, pageSize }: Request<'versions'>, context: CallContext) {
      await requireRoute(db, context, oid);
      return { ...(await versionPage(db, oid, { pageNum, pageSize })), pageNum, pageSize };
    },

    async versionRestore({ oid, number, version }: Request<'versionRestore'>, context: CallContext) {
      const row = await requireRoute(db, context, oid);
      const earlier = await requireVersionOf(oid, number);
      const { plan, originKey } = earlier;
      const bytes = await readFile(objects, earlier);
      const route = await judgedToday(row, earlier, context);
      const summary: PlanChange[] = [{ what: 'restored', values: { number } }];
      return save({ oid, version }, { plan, originKey, bytes, route, summary }, context);
    },

    async copy({ oid, name }: Request<'copy'>, context: CallContext): Promise<RouteRecord> {
      const row = await requireRoute(db, context, oid);
      const last = await requireVersionOf(oid, null);
      const { plan, originKey } = last;
      const bytes = await readFile(objects, last);
      const { groupOID } = context.caller;
      const route = await judgedToday({ groupOID }, last, context);
      const summary: PlanChange[] = [{ what: 'copied', values: { from: row.name } }];
      const named = name ?? `${[...row.name].slice(0, 60).join('')} (2)`;
      const place = {
        name: named,
        remark: row.remark,
        groupOID,
        action: 'route.copy',
      };
      return list.get(await create({ plan, originKey, bytes, route, summary }, place, context), context);
    },
  };
}
export type RoutePlans = ReturnType<typeof createRoutePlans>;
