import {
  dockCalls,
  limits,
  rainfalls,
  readStoredGate,
  routeCalls,
  trajectoryCalls,
  type CallDeclaration,
  type NearbyDock,
  type OrderAround,
  type ParsedRequestOf,
  type WeatherThen,
  type workOrderCalls as calls,
} from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { viewOfFacts } from '@eyrie/planner';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { allowedWords } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { nearestDocks } from '../trajectory/index.ts';
import { ableDocks } from './able-docks.ts';
import { carriedBy, originOf, weatherAtDock, windAloft, type Origin } from './around.store.ts';

interface AroundDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  /** @throws Refusal `notFound` */
  order(oid: string, context: CallContext): Promise<{ oid: string }>;
}

const { windWithin, weatherWithin, takeOffWithin } = limits.workOrder;
/** m/s, as the nearest dock is asked for everywhere. */
const speed = 12;

const mayOne = ({ resources }: Caller, ...declarations: CallDeclaration[]): boolean =>
  allowedWords(resources, declarations).length > 0;

const placeIn = (lng: number | null, lat: number | null): Place | null =>
  lng === null || lat === null ? null : { lng, lat };

const placeOf = ({ lng, lat, onGround, radius, hasPicture }: Origin): OrderAround['place'] => {
  const place = placeIn(lng, lat);
  if (!place) return null;
  const of = onGround ? 'ground' : hasPicture ? 'photo' : 'person';
  return { ...place, of, radius: of === 'ground' ? radius : null };
};

interface Found {
  oid: string | null;
  name: string | null;
  seen: boolean;
  deleted: boolean;
}

/** What of a thing the reader is shown: nothing but that it is hidden, where they would not find it themselves. */
const shownOf = ({ oid, name, seen, deleted }: Found, may: boolean): OrderAround['route'] => {
  if (oid === null) return { standing: 'none', thing: null };
  if (!may || !seen) return { standing: 'hidden', thing: null };
  if (deleted) return { standing: 'deleted', thing: null };
  return { standing: 'shown', thing: { oid, name: name ?? '' } };
};

/**
 * The nearest docks by the verdict that the page of all devices and runs at another dock go by, and by whether their
 * aircraft can fly to the view of the picture again.
 */
async function nearestTo(
  runtime: AroundDeps['runtime'],
  { place, facts }: { place: Place; facts: Origin['facts'] },
  caller: Caller,
): Promise<NearbyDock[]> {
  const near = await nearestDocks(runtime, caller, { ...place, speed });
  const seen = facts ? viewOfFacts(facts) : null;
  const view =
    seen && placeIn(seen.lng, seen.lat) ? seen : { lng: place.lng, lat: place.lat, lens: seen?.lens ?? null };
  const carried = await carriedBy(
    runtime.db,
    near.map(({ dockOID }) => dockOID),
  );
  const able = new Set(ableDocks(carried, view, null).map(({ dock }) => dock.oid));
  return near
    .map((one) => ({ ...one, able: able.has(one.dockOID), ready: one.ready && able.has(one.dockOID) }))
    .toSorted((a, b) => Number(b.ready) - Number(a.ready));
}

const rainIn = (word: unknown): WeatherThen['rainfall'] => rainfalls.find((one) => one === word) ?? null;
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What the pre-flight check had read, where that was not long before the picture. */
const beforeTakeOff = ({ gate, startTime }: Origin, at: Date): WeatherThen[] => {
  const items = readStoredGate(gate);
  if (!items || !startTime) return [];
  const since = at.getTime() - startTime.getTime();
  if (since < 0 || since > takeOffWithin) return [];
  const valueOf = (name: 'wind' | 'rain') => items.find(({ item }) => item === name)?.value ?? null;
  const [wind, rainfall] = [numberIn(valueOf('wind')), rainIn(valueOf('rain'))];
  if (wind === null && rainfall === null) return [];
  return [{ of: 'takeOff', at: startTime.getTime(), wind, rainfall, temperature: null, humidity: null }];
};

/** What was recorded of the weather when the picture was taken; what is measured now is none of it. */
async function weatherThen(db: DbOrTrx, origin: Origin): Promise<OrderAround['weather']> {
  const { shotAt: at, flightOID, dockOID } = origin;
  if (at === null) return { at, readings: [] };
  const aloft = flightOID === null ? undefined : await windAloft(db, flightOID, at, windWithin);
  const below = dockOID === null ? undefined : await weatherAtDock(db, dockOID, at, weatherWithin);
  const unknown = { rainfall: null, temperature: null, humidity: null };
  const readings: WeatherThen[] = [
    ...(aloft ? [{ of: 'aircraft' as const, at: aloft.at.getTime(), wind: aloft.wind, ...unknown }] : []),
    ...(below
      ? [{ ...below, of: 'dock' as const, at: below.at.getTime(), rainfall: rainIn(below.rainfall) }]
      : []),
    ...beforeTakeOff(origin, at),
  ];
  return { at: at.getTime(), readings };
}

/** What stands around an order, as far as its reader sees it. */
export const createAround =
  ({ runtime, order }: AroundDeps) =>
  async ({ oid }: ParsedRequestOf<typeof calls.around>, context: CallContext): Promise<OrderAround> => {
    const { caller } = context;
    await order(oid, context);
    const origin = await originOf(runtime.db, caller, oid);
    if (!origin) throw notFound();
    const place = placeOf(origin);
    const { dockOID, dockName, dockSeen, dockDeleted, dockLng, dockLat } = origin;
    const found = { oid: dockOID, name: dockName, seen: dockSeen, deleted: dockDeleted };
    const dock = shownOf(found, mayOne(caller, dockCalls.get));
    const { routeOID, routeName, routeSeen, routeDeleted } = origin;
    const flown = { oid: routeOID, name: routeName, seen: routeSeen, deleted: routeDeleted };
    const mayAsk = mayOne(caller, trajectoryCalls.nearest, dockCalls.query);
    return {
      place,
      dock: { ...dock, place: dock.standing === 'shown' ? placeIn(dockLng, dockLat) : null },
      route: shownOf(flown, mayOne(caller, routeCalls.get)),
      nearest: {
        standing: mayAsk ? (place ? 'asked' : 'noPlace') : 'notAllowed',
        list: mayAsk && place ? await nearestTo(runtime, { place, facts: origin.facts }, caller) : [],
      },
      weather: await weatherThen(runtime.db, origin),
    };
  };
