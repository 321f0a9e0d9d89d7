import { routePlan, type ParsedRequestOf, type RoutePlan, type workOrderCalls as calls } from '@eyrie/domain';
import {
  chooseAircraft,
  heightFor,
  missingParts,
  planOfView,
  seenViewOf,
  viewOfFacts,
  type PhotoView,
  type SeenView,
} from '@eyrie/planner';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { outcomeSeen } from '../detection/index.ts';
import type { RouteRoom } from '../route/index.ts';
import { ableDocks, type AbleDock } from './able-docks.ts';
import {
  docksInService,
  insertAgain,
  lockSight,
  sightedPhoto,
  standingAgain,
  type Sighted,
  type SightedPhoto,
} from './fly-again.store.ts';

type Request = ParsedRequestOf<typeof calls.flyAgain>;
type Docks = Awaited<ReturnType<typeof docksInService>>;
type Able = AbleDock<Docks[number]>;

export interface FlyAgainDeps {
  runtime: Runtime;
  audit: {
    done(db: DbOrTrx, context: CallContext, action: string, detail?: Record<string, unknown>): Promise<void>;
  };
  makeRoute: RouteRoom['makeFor'];
  /** @throws Refusal `notFound` */
  order(
    oid: string,
    context: CallContext,
  ): Promise<{
    oid: string;
    name: string;
    groupRoot: string;
    groupOID: string;
    outcomeOID: string | null;
    mediaOID: string | null;
  }>;
}

/** Another call made the route at the same moment. */
class MadeMeanwhile extends Error {}

const nameMost = 50;
/** A phrase with a value has marks of direction around it, which are no part of a name. */
const againName = (name: string, { language }: CallContext): string =>
  `${[...name].slice(0, nameMost).join('')} ${say(language, 'workOrder.againMark')}`;

/** A view as a flight from one dock can rely on it; null: the height is not known from there. */
const viewFrom = (view: PhotoView, { dock }: Able, photo: SightedPhoto): SeenView | null =>
  seenViewOf({ ...view, heights: heightFor(view, dock.oid === photo.dockOID) });

/** One picture of the view with the aircraft of a dock. */
function planFrom(view: SeenView, { dock, drone }: Able): RoutePlan {
  const plan = chooseAircraft(planOfView(view), drone);
  const takeOff = { lng: dock.lng as number, lat: dock.lat as number, height: dock.height };
  return { ...plan, settings: { ...plan.settings, dockOID: dock.oid, takeOff } };
}

/** Makes routes to what was seen. Nothing flies by it: a person arranges and starts the flight, through the gate as any other. */
export function createFlyAgain({ runtime, audit, makeRoute, order }: FlyAgainDeps) {
  const { db, newOid, serverTime } = runtime;

  /** What is asked for, as far as the caller sees it, and in which department its picture is seen. */
  async function sightOf(
    { oid, outcomeOID }: Request,
    context: CallContext,
  ): Promise<{ sighted: Sighted; name: string; within: Scope }> {
    const { caller } = context;
    if ((oid === undefined) === (outcomeOID === undefined)) throw new Refusal('designateFinding');
    if (oid !== undefined) {
      const { mediaOID, name, ...found } = await order(oid, context);
      if (mediaOID === null) throw new Refusal('pictureUnknown');
      const { groupRoot, groupOID } = found;
      const sighted = { groupRoot, orderOID: oid, outcomeOID: found.outcomeOID, mediaOID };
      // Who was given an order sees its picture with it.
      return { sighted, name, within: { groupRoot, groupOID } };
    }
    const outcome = await outcomeSeen(db, caller, outcomeOID as string);
    if (!outcome) throw notFound();
    const { groupRoot } = caller;
    const sighted = { groupRoot, orderOID: null, outcomeOID: outcome.oid, mediaOID: outcome.mediaOID };
    return { sighted, name: outcome.otherText || outcome.class, within: caller };
  }

  async function viewOfPhoto(
    mediaOID: string,
    within: Scope,
  ): Promise<{ photo: SightedPhoto; view: PhotoView }> {
    const photo = await sightedPhoto(db, within, mediaOID);
    if (!photo) throw new Refusal('pictureUnknown');
    if (!photo.isRead) throw new Refusal('photoUnread');
    if (!photo.facts)
      throw new Refusal('viewIncomplete', {
        data: { missing: ['place', 'height', 'heading', 'pitch'], view: {} },
      });
    return { photo, view: viewOfFacts(photo.facts) };
  }

  /** @throws Refusal `noAbleDock`, `viewIncomplete` */
  async function chosenDock(
    { photo, view }: { photo: SightedPhoto; view: PhotoView },
    dockOID: string | undefined,
    context: CallContext,
  ): Promise<{ able: Able; seen: SeenView }> {
    const missing = missingParts(view);
    if (missing.length > 0) throw new Refusal('viewIncomplete', { data: { missing, view } });
    const able = ableDocks(await docksInService(db, context), view, photo.dockOID).filter(
      ({ dock }) => dockOID === undefined || dock.oid === dockOID,
    );
    if (able.length === 0) throw new Refusal('noAbleDock');
    for (const one of able) {
      const seen = viewFrom(view, one, photo);
      if (seen) return { able: one, seen };
    }
    // Its height is above the take-off of a dock that cannot fly it now.
    throw new Refusal('viewIncomplete', { data: { missing: ['height'], view: { ...view, heights: {} } } });
  }

  return async function flyAgain(request: Request, context: CallContext) {
    const { caller } = context;
    const { sighted, name, within } = await sightOf(request, context);
    const read = await viewOfPhoto(sighted.mediaOID, within);
    const { able, seen } = await chosenDock(read, request.dockOID, context);
    const dockOID = able.dock.oid;
    const answer = { dockOID, sameDock: dockOID === read.photo.dockOID, heightMode: seen.heightMode };
    const standing = await standingAgain(db, caller, sighted, dockOID);
    if (standing !== null) return { ...answer, routeOID: standing, made: false };
    const plan = routePlan.safeParse(planFrom(seen, able));
    // A photo may say heights and angles that no route has.
    if (!plan.success)
      throw new Refusal('viewIncomplete', {
        data: { missing: ['height'], view: { ...read.view, heights: {} } },
      });
    const named = againName(name, context);
    try {
      const routeOID = await makeRoute({ name: named, plan: plan.data }, context, async (trx, made) => {
        await lockSight(trx, sighted);
        if ((await standingAgain(trx, caller, sighted, dockOID)) !== null) throw new MadeMeanwhile();
        const at = new Date(Math.round(serverTime()));
        await insertAgain(trx, sighted, {
          oid: newOid(),
          routeOID: made,
          dockOID,
          memberOID: caller.memberOID,
          at,
        });
        const { orderOID, outcomeOID } = sighted;
        await audit.done(trx, context, 'workOrder.flyAgain', {
          oid: orderOID ?? outcomeOID,
          name,
          routeOID: made,
          dockOID,
        });
      });
      return { ...answer, routeOID, made: true };
    } catch (error) {
      const other = error instanceof MadeMeanwhile ? await standingAgain(db, caller, sighted, dockOID) : null;
      if (other === null) throw error;
      return { ...answer, routeOID: other, made: false };
    }
  };
}
