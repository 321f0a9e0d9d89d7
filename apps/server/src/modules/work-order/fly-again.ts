import { routePlan, type ParsedRequestOf, type RoutePlan, type workOrderCalls as calls } from '@eyrie/domain';
import {
  chooseAircraft,
  heightFor,
  missingParts,
  planOfView,
  seenViewOf,
  viewOfFacts,
  viewParts,
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

type Order = FlyAgainDeps['order'];

/** What is asked for, as far as the caller sees it, and in which department its picture is seen. */
async function sightOf(
  { db, order }: { db: DbOrTrx; order: Order },
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
  const outcome = await outcomeSeen(db, caller, outcomeOID ?? '');
  if (!outcome) throw notFound();
  const { groupRoot } = caller;
  const sighted = { groupRoot, orderOID: null, outcomeOID: outcome.oid, mediaOID: outcome.mediaOID };
  return { sighted, name: outcome.otherText || outcome.class, within: caller };
}

const incomplete = (missing: readonly string[], view: object): Refusal =>
  new Refusal('viewIncomplete', { data: { missing, view } });
const withoutHeight = (view: PhotoView): Refusal => incomplete(['height'], { ...view, heights: {} });

interface ReadView {
  photo: SightedPhoto;
  view: PhotoView;
}

/** @throws Refusal `pictureUnknown`, `photoUnread`, `viewIncomplete` */
async function viewOfPicture(db: DbOrTrx, mediaOID: string, within: Scope): Promise<ReadView> {
  const photo = await sightedPhoto(db, within, mediaOID);
  if (!photo) throw new Refusal('pictureUnknown');
  if (!photo.isRead) throw new Refusal('photoUnread');
  if (!photo.facts) throw incomplete(viewParts, {});
  const view = viewOfFacts(photo.facts);
  const missing = missingParts(view);
  if (missing.length > 0) throw incomplete(missing, view);
  return { photo, view };
}

/** The first dock that can fly it, with the view as it relies on it from there. @throws Refusal `noAbleDock`, `viewIncomplete` */
function chosenDock(docks: Docks, { photo, view }: ReadView, dockOID: string | undefined) {
  const able = ableDocks(docks, view, photo.dockOID).filter(
    ({ dock }) => dockOID === undefined || dock.oid === dockOID,
  );
  if (able.length === 0) throw new Refusal('noAbleDock');
  for (const one of able) {
    const seen = viewFrom(view, one, photo);
    if (seen) return { able: one, seen };
  }
  // Its height is above the take-off of a dock that cannot fly it now.
  throw withoutHeight(view);
}

/** Makes routes to what was seen. Nothing flies by it: a person arranges and starts the flight, through the gate as any other. */
export function createFlyAgain({ runtime, audit, makeRoute, order }: FlyAgainDeps) {
  const { db, newOid, serverTime } = runtime;

  /** The route and its row, or neither. @throws MadeMeanwhile */
  const makeOne = (
    { sighted, name, dockOID }: { sighted: Sighted; name: string; dockOID: string },
    plan: RoutePlan,
    context: CallContext,
  ): Promise<string> =>
    makeRoute({ name: againName(name, context), plan }, context, async (trx, routeOID) => {
      const { caller } = context;
      await lockSight(trx, sighted);
      if ((await standingAgain(trx, caller, sighted, dockOID)) !== null) throw new MadeMeanwhile();
      const at = new Date(Math.round(serverTime()));
      const { memberOID } = caller;
      await insertAgain(trx, sighted, { oid: newOid(), routeOID, dockOID, memberOID, at });
      const oid = sighted.orderOID ?? sighted.outcomeOID;
      await audit.done(trx, context, 'workOrder.flyAgain', { oid, name, routeOID, dockOID });
    });

  return async (request: Request, context: CallContext) => {
    const { caller } = context;
    const { sighted, name, within } = await sightOf({ db, order }, request, context);
    const read = await viewOfPicture(db, sighted.mediaOID, within);
    const { able, seen } = chosenDock(await docksInService(db, context), read, request.dockOID);
    const dockOID = able.dock.oid;
    const answer = { dockOID, sameDock: dockOID === read.photo.dockOID, heightMode: seen.heightMode };
    const standing = await standingAgain(db, caller, sighted, dockOID);
    if (standing !== null) return { ...answer, routeOID: standing, made: false };
    const plan = routePlan.safeParse(planFrom(seen, able));
    // A photo may say heights that no route has.
    if (!plan.success) throw withoutHeight(read.view);
    try {
      return {
        ...answer,
        routeOID: await makeOne({ sighted, name, dockOID }, plan.data, context),
        made: true,
      };
    } catch (error) {
      const other = error instanceof MadeMeanwhile ? await standingAgain(db, caller, sighted, dockOID) : null;
      if (other === null) throw error;
      return { ...answer, routeOID: other, made: false };
    }
  };
}
