import {
  limits,
  type ParsedRequestOf,
  type PlanChange,
  type PlanDetail,
  type routeCalls,
  type RouteDetail,
  type RoutePlan,
  type RouteRecord,
  type RouteWarning,
} from '@eyrie/domain';
import { planChanges } from '@eyrie/planner';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { requireVersion, type Scope, type Viewer } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { MakeQuestion } from './made-route.ts';
import { packQuestion } from './maker-question.ts';
import { withJudgement } from './with-judgement.ts';
import type { Before } from './look.ts';
import type { JudgedRoute } from './parsed-route.ts';
import { requireOfferedTypes } from './point-types.ts';
import { planRefused } from './plan-refused.ts';
import { readFile } from './route.file.ts';
import type { RouteDeps } from './route.deps.ts';
import { withBefore, type RouteJudge } from './route.judge.ts';
import { requireRoute, type RouteList } from './route.list.ts';
import { presentRoute } from './route.present.ts';
import { createRouteSaving } from './route.saving.ts';
import { routes, type StoredRouteDetail } from './route.store.ts';
import {
  storeFound,
  type Found,
  usageOf,
  versionOf,
  versionOfFile,
  versionPage,
  type StoredVersion,
} from './route-version.store.ts';

type Request<Name extends keyof typeof routeCalls> = ParsedRequestOf<(typeof routeCalls)[Name]>;

/** What a list asks of a reader beside the scope; nothing of a route follows from it. */
const nobody = { memberOID: '', wholeOrganisation: false };

/** Who looks, as far as a verdict asks. */
type Viewed = { caller: Scope };

/** Routes whose last look is remembered. */
const lookedMost = 1_000;

/** Plans of routes: every save of one is a version with a file of its own, which nobody changes any more. */
export function createRoutePlans(
  deps: RouteDeps,
  list: RouteList,
  judge: RouteJudge,
  show: (oid: string, viewer: Viewer) => Promise<RouteDetail>,
) {
  const { runtime, objects, maker, parser } = deps;
  const { db } = runtime;
  /** When routes were looked at, ms of the monotonic clock. */
  const looked = new Map<string, number>();
  const { create, createAll, save } = createRouteSaving(deps, list);

  /**
   * @param groupOID department of the route
   * @param before what was found of the version before
   * @throws Refusal `planFaults`, `areaPoints`, `linePoints` naming what keeps the plan from being a route; reasons of the file it was made from
   */
  async function made(
    {
      groupOID,
      before = null,
      ...question
    }: Omit<MakeQuestion, 'around'> & { groupOID: string; before?: Before | null },
    { caller, language }: Pick<CallContext, 'caller' | 'language'>,
  ): Promise<{ bytes: Uint8Array; route: JudgedRoute }> {
    const { around, sight } = await judge.around(caller, { plan: question.plan, groupOID, before });
    const result = await maker.parse(packQuestion({ kind: 'make', ...question, around }));
    if (result.ok && 'bytes' in result)
      return { bytes: result.bytes, route: withBefore(result.route, { before, sight, same: false }) };
    if (result.ok) throw new Error('the route writer answered another question');
    if (result.refusal) throw new Refusal(result.refusal.reason, { data: { detail: result.refusal.detail } });
    throw planRefused(question.plan, result.faults, language);
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

  const originOf = async ({ originKey }: StoredVersion): Promise<Uint8Array | null> =>
    originKey === null ? null : readFile(objects, { objectKey: originKey, checksum: null });

  /** A version as it is judged today, beside what was found of its file and what was found before. */
  const judgedToday = async (
    { groupOID }: Pick<StoredRouteDetail, 'groupOID'>,
    { facts, ...version }: StoredVersion,
    { caller }: Viewed,
  ): Promise<JudgedRoute> => {
    const plan = await planOf({ facts, ...version });
    const about = { plan, groupOID, warnings: facts.warnings, before: facts };
    return withJudgement(facts, await judge.judge(caller, about));
  };

  /** What is found today about the last version of a route, and what was found before and could not be looked at again. */
  async function foundToday(row: StoredRouteDetail, context: Viewed): Promise<Found> {
    const last = await requireVersionOf(row.oid, null);
    const { warnings, look } = row;
    return judgedToday(row, { ...last, facts: { ...last.facts, warnings, look } }, context);
  }
  const storeToday = async (row: StoredRouteDetail, context: Viewed): Promise<void> => {
    const found = await foundToday(row, context);
    await db.transaction().execute((trx) => storeFound(trx, row, found));
  };

  return {
    made,
    create,
    planOf,
    factsFor,
    warningsToday: async (row: StoredRouteDetail, context: CallContext): Promise<RouteWarning[]> =>
      (await foundToday(row, context)).warnings,
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
      await storeToday(row, context);
      if (looked.size >= lookedMost) looked.clear();
      looked.set(oid, at);
    },
    /** Looks at a route as a department sees it. */
    async checkAgain(oid: string, scope: Scope): Promise<void> {
      const row = await routes.detail(db, { caller: { ...scope, ...nobody } }, oid);
      if (row) await storeToday(row, { caller: scope });
    },
    async planFlown(oid: string, checksum: string): Promise<RoutePlan | null> {
      const found = await versionOfFile(db, oid, checksum);
      if (!found) return null;
      return planOf(found).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
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
      await requireOfferedTypes(db, caller.groupRoot, plan);
      const groupOID = request.groupOID ?? caller.groupOID;
      const draft = await made({ plan, facts: factsFor(context, name), origin: null, groupOID }, context);
      const summary: PlanChange[] = [{ what: 'drawn', values: {} }];
      const place = { name, remark, groupOID, action: 'route.add' };
      return show(await create({ ...draft, plan, originKey: null, summary }, place, context), context);
    },

    /** A route that another room plans. @param also what becomes true with it, or nothing does */
    async makeFor(
      { name, plan }: { name: string; plan: RoutePlan },
      context: CallContext,
      also: (trx: DbOrTrx, oid: string) => Promise<void>,
    ): Promise<string> {
      const { groupOID } = context.caller;
      const draft = await made({ plan, facts: factsFor(context, name), origin: null, groupOID }, context);
      const summary: PlanChange[] = [{ what: 'drawn', values: {} }];
      const place = { name, remark: '', groupOID, action: 'route.add' };
      return create({ ...draft, plan, originKey: null, summary }, place, context, also);
    },

    async edit({ plan, ...request }: Request<'edit'>, context: CallContext): Promise<RouteRecord> {
      if (!plan) return list.edit(request, context);
      const { oid, version } = request;
      const row = await requireRoute(db, context, oid);
      // Known to be late already: its file is not worth making.
      if (version !== undefined) await requireVersion(db, oid, version);
      const last = await requireVersionOf(oid, null);
      const before = await planOf(last);
      await requireOfferedTypes(db, context.caller.groupRoot, plan, before);
      const summary = planChanges(before, plan);
      if (summary.length === 0) {
        await storeToday(row, context);
        return list.edit(request, context);
      }
      const question = {
        plan,
        facts: factsFor(context, request.name ?? row.name),
        origin: await originOf(last),
        groupOID: row.groupOID,
        before: row,
      };
      const draft = await made(question, context);
      return save(request, { ...draft, plan, originKey: last.originKey, summary }, context);
    },

    /** One route for each flight of one that asks for more than a battery gives, all or none; the route itself stays. */
    async splitFlights({ oid, dockOID }: Request<'splitFlights'>, context: CallContext) {
      const row = await requireRoute(db, context, oid);
      const own = await planOf(await requireVersionOf(oid, null));
      const { settings } = own;
      // As that dock flies it: the way out and home is its own.
      const plan = dockOID ? { ...own, settings: { ...settings, dockOID, takeOff: null } } : own;
      const { groupOID, remark } = row;
      const { around } = await judge.around(context.caller, { plan, groupOID, before: null });
      const answer = await maker.parse(packQuestion({ kind: 'split', plan, around }));
      if (!('flights' in answer)) throw new Error('the route writer answered another question');
      const flights = answer.flights ?? [];
      if (flights.length === 0) throw new Refusal('splitImpossible');
      if (flights.length === 1) throw new Refusal('splitNeedless');
      const { sizeMax } = limits.flightSeries;
      if (flights.length > sizeMax)
        throw new Refusal('splitTooMany', { values: { count: flights.length, max: sizeMax } });
      const drafts: Parameters<typeof createAll>[0][number][] = [];
      for (const [at, flight] of flights.entries()) {
        const name = `${[...row.name].slice(0, 56).join('')} ${at + 1}/${flights.length}`;
        const part = { ...flight, settings: { ...flight.settings, dockOID: settings.dockOID } };
        const question = { plan: part, facts: factsFor(context, name), origin: null, groupOID };
        const draft = await made(question, context);
        const summary: PlanChange[] = [{ what: 'copied', values: { from: row.name } }];
        drafts.push({
          draft: { ...draft, plan: part, originKey: null, summary },
          place: { name, remark, groupOID, action: 'route.add' },
        });
      }
      const oids = await createAll(drafts, context);
      return { list: await Promise.all(oids.map((one) => list.get(one, context))) };
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
