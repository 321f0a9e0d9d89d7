import { createHash } from 'node:crypto';
import {
  blockingItems,
  evaluateGate,
  limits,
  type GateInput,
  type GateItem,
  type GateReason,
  type UnfitReason,
} from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Db, DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { approvalOfFlight } from './approval.standing.ts';
import { checklistOf } from './checklist.ts';
import { gateInputOf, placeNow, type GateCircumstances } from './flight.gate.ts';
import { flightStarting } from './flight.locks.store.ts';
import { preparedFile } from './flight.prepare.ts';
import { flyingOf, leavingBefore } from './flight.neighbour.store.ts';
import { closeNeighbours, createWays } from './flight.neighbours.ts';
import { changedSince, type DockPlace } from './flight.judged.ts';
import { seriesMates, seriesStandingOf } from './flight.series.store.ts';
import { type FlightRow, judgedOf, openFlightOn, routeForFlight } from './flight.store.ts';
import { unfitReasonsOfDock, type DockIdentity, type DockLink } from '../dock/index.ts';
import { unfitReasonsOf } from '../drone/index.ts';
import { waivedItems, waiversOf } from './waiver.store.ts';
import { judgingLayers } from '../layer/index.ts';
import type { FlightJudgement } from '../route/index.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { rulesFor } from '../region/index.ts';
import { licenceUntil } from '../member/index.ts';

/** The object store as this room needs it. */
export interface FlightObjects {
  read(key: string): Promise<Uint8Array | null>;
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Address that a dock can GET without signing in, for `ttl` ms. */
  address(key: string, ttl: number): Promise<string>;
}

/** The stored file of a route as it was read. */
export interface RouteFile {
  objectKey: string;
  /** SHA-256 in hex; null: there is no file. */
  checksum: string | null;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Reads the file of a flight's route. Never in a transaction: the store may be slow. Null without a route. */
export const readRouteFile = async (
  db: Db,
  objects: FlightObjects,
  flight: Pick<FlightRow, 'route_oid' | 'route_checksum'>,
): Promise<RouteFile | null> => {
  const route = await routeForFlight(db, flight);
  if (!route) return null;
  const bytes = await objects.read(route.object_key);
  return { objectKey: route.object_key, checksum: bytes && sha256(bytes) };
};

/** The file that was read is the one the flight was planned with, and the route still names it. */
const isReviewed = (
  file: RouteFile | null,
  flight: Pick<FlightRow, 'route_checksum'>,
  route: { object_key: string; checksum: string } | undefined,
): boolean =>
  file !== null &&
  file.objectKey === route?.object_key &&
  file.checksum === route.checksum &&
  file.checksum === flight.route_checksum;

/**
 * Why dock and aircraft are not airworthy; null: nobody keeps a record of the aircraft. What the gate asks of the dock
 * by an item of its own is not said twice.
 */
export const unfitTogether = async (
  db: DbOrTrx,
  { oid, droneOID }: Pick<DockIdentity, 'oid' | 'droneOID'>,
): Promise<UnfitReason[] | null> => {
  const dock = (await unfitReasonsOfDock(db, oid)).filter((reason) => reason === 'retired');
  const drone = droneOID === null ? null : await unfitReasonsOf(db, droneOID);
  return drone === null && dock.length === 0 ? null : [...new Set([...dock, ...(drone ?? [])])];
};

/**
 * What of the organisation is in the air now, is about to leave, or shares it by the same arrangement, and comes too close. Others that are to
 * come look at this one when they start.
 */
const neighboursInAir = async (
  { clock }: Runtime,
  db: DbOrTrx,
  flight: FlightRow,
  link: DockLink,
): Promise<GateInput['neighbours']> => {
  if (flight.route_oid === null) return 'placeUnknown';
  const at = clock.wall();
  const all = [
    ...(await flyingOf(db, flight.group_root)),
    ...(await leavingBefore(db, flight.group_root, flight.oid)),
    ...(await seriesMates(db, flight, at)),
  ];
  const ways = createWays(db, new Map([[flight.dock_oid, placeNow(clock, link)]]));
  await ways.place(all.map(({ dockOID }) => dockOID));
  const own = {
    routeOID: flight.route_oid,
    checksum: flight.route_checksum,
    dockOID: flight.dock_oid,
    returnAltitude: flight.return_altitude,
    startsAt: flight.starts_at,
    lines: flight.lines,
    at,
    isSelf: ({ flightOID }: { flightOID: string | null }) => flightOID === flight.oid,
  };
  return closeNeighbours(ways, own, all);
};

/**
 * Judges a flight by the dock's state in this gateway, its route file and what else flies.
 * @param file as it was read before
 */
export const gateOf = async (
  runtime: Runtime,
  db: DbOrTrx,
  file: RouteFile | null,
  flight: FlightRow,
  link: DockLink,
): Promise<{ items: GateItem[]; approvalOID: string | null }> => {
  const route = await routeForFlight(db, flight);
  const other = await openFlightOn(db, flight.dock_oid);
  const judged = judgedOf(flight);
  const layers = await judgingLayers(db, { groupRoot: flight.group_root, groupOID: flight.group_oid });
  const rules = await rulesFor(db, flight.group_oid);
  const approval = await approvalOfFlight(db, flight, { route, rules });
  const items = evaluateGate(
    gateInputOf(runtime.clock, {
      link,
      flight,
      route: route ?? null,
      judged,
      changed: changedSince(judged, layers),
      reviewed: isReviewed(file, flight, route),
      otherFlight:
        other && other.oid !== flight.oid ? other.oid : await flightStarting(db, flight.dock_oid, flight.oid),
      neighbours: await neighboursInAir(runtime, db, flight, link),
      unfit: await unfitTogether(db, link.dock),
      approval: approval?.standing ?? null,
      checklist: await checklistOf(db, flight, runtime.serverTime()),
      licence: await licenceOf(db, flight.executor_oid),
      series: await seriesStandingOf(db, flight, runtime.serverTime()),
      policy: await gatePolicyOf(db, flight.group_root),
      rules,
    }),
  );
  const waivers = await waiversOf(db, { flightOID: flight.oid });
  return {
    items: waivedItems(items, waivers, runtime.serverTime()),
    approvalOID: approval?.approvalOID ?? null,
  };
};

/** How the licence of a member stands. */
export const licenceOf = async (
  db: DbOrTrx,
  memberOID: string,
): Promise<NonNullable<GateInput['licence']>> => {
  const until = await licenceUntil(db, memberOID);
  return until === undefined ? 'noRecord' : { until };
};

/** A flight by hand as it would be flown now, with what was found of its way. */
export interface HandFlight {
  oid: string;
  /** Who flies it; null: somebody only asks. */
  memberOID: string | null;
  settings: Pick<FlightRow, 'return_altitude' | 'lost_action'>;
  route: NonNullable<GateCircumstances['route']>;
  judged: FlightJudgement;
  /** Nobody knows how long its model flies. */
  modelUnknown: boolean;
}

/** Judges a flight by hand as every flight is judged. */
export const gateByHand = async (
  runtime: Runtime,
  db: DbOrTrx,
  link: DockLink,
  flight: HandFlight,
): Promise<GateItem[]> => {
  const { groupRoot, groupOID, oid: dockOID } = link.dock;
  const other = await openFlightOn(db, dockOID);
  const layers = await judgingLayers(db, { groupRoot, groupOID });
  const input = gateInputOf(runtime.clock, {
    link,
    flight: flight.settings,
    route: flight.route,
    judged: flight.judged,
    changed: changedSince(flight.judged, layers),
    reviewed: true,
    otherFlight: other?.oid ?? (await flightStarting(db, dockOID, flight.oid)),
    // Where a person will fly it, nobody knows before.
    neighbours: 'placeUnknown',
    unfit: await unfitTogether(db, link.dock),
    // Whoever flies by hand is who answers for it: nothing was arranged.
    approval: null,
    checklist: null,
    series: null,
    licence: flight.memberOID === null ? null : await licenceOf(db, flight.memberOID),
    policy: await gatePolicyOf(db, groupRoot),
    rules: await rulesFor(db, groupOID),
  });
  return evaluateGate(flight.modelUnknown ? { ...input, batteryUse: 'modelUnknown' } : input);
};

/** How the gate of a flight stands, and where its dock is; null: that dock did not tell it here. */
export interface GateNow {
  items: GateItem[];
  place: DockPlace | null;
}

export const gateNowOf = async (
  runtime: Runtime,
  file: RouteFile | null,
  flight: FlightRow,
  link: DockLink,
): Promise<GateNow> => ({
  items: (await gateOf(runtime, runtime.db, file, flight, link)).items,
  place: placeNow(runtime.clock, link),
});

const approvalRefusals = [
  'approvalMissing',
  'approvalWaiting',
  'approvalRejected',
  'approvalStale',
] as const satisfies readonly GateReason[];

/** Refuses with the list of what is in the way, as the organisation counts it; a missing approval by its own name. */
export const refuseByGate = (gate: readonly GateItem[]): void => {
  const blocking = blockingItems(gate);
  if (blocking.length === 0) return;
  const { reason = null } = blocking.find(({ item }) => item === 'approval') ?? {};
  const unapproved = approvalRefusals.find((one) => one === reason);
  if (unapproved) throw new Refusal(unapproved, { data: { gate } });
  throw new Refusal('gateBlocked', {
    values: { items: blocking.map((entry) => entry.item).join(', '), count: blocking.length },
    data: { gate },
  });
};

/** The file of a flight as its dock fetches it. */
export interface DispatchFile {
  objectKey: string;
  md5: string;
  url: string;
  bytes: number;
}

/** Writes the file the aircraft will fly: the route with this flight's return height and lost-link behaviour. */
export const dispatchFile = async (
  objects: FlightObjects,
  routeKey: string,
  flight: FlightRow,
): Promise<DispatchFile> => {
  const source = await objects.read(routeKey);
  // What flies is what was judged: the file may have been replaced since.
  if (!source || sha256(source) !== flight.route_checksum) throw new Refusal('routeChanged');
  const bytes = await preparedFile(source, {
    returnAltitude: flight.return_altitude,
    lostAction: flight.lost_action,
  });
  const objectKey = `dispatch/${flight.oid}.kmz`;
  await objects.write(objectKey, bytes, 'application/vnd.google-earth.kmz');
  const md5 = createHash('md5').update(bytes).digest('hex');
  return {
    objectKey,
    md5,
    bytes: bytes.byteLength,
    url: await objects.address(objectKey, limits.media.credentialLife),
  };
};
