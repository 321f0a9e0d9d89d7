import {
  evaluateGate,
  leastReserve,
  limits,
  ratedSeconds,
  type GateInput,
  type GateItem,
  type GateItemName,
  type GatePolicy,
  type NearestCandidate,
  type UnfitReason,
} from '@eyrie/domain';
import { gateAges, modelKey, putterOf, reportedDroneModel } from '@eyrie/dji';
import { distance, legTime, type Place } from '@eyrie/geometry';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { dockIdentities, openDockLink, statusOf, type DockIdentity } from '../dock/index.ts';
import { unfitReasonsOf } from '../drone/index.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { placedDocks, storedDocks, type StoredDock } from './nearest.store.ts';

/** Items that belong to a route or to one start: they are judged when a flight is arranged. */
const ofRoute: ReadonlySet<GateItemName> = new Set([
  'clock',
  'returnAltitude',
  'heightLimit',
  'terrain',
  'surroundings',
  'lostAction',
  'region',
  'regionHeight',
  'route',
  'model',
]);

/** What is stored is this much older than what the gateway hears. */
const storedFresh = limits.command.stateFresh + limits.gateway.snapshotEvery;

export interface Standing {
  dock: DockIdentity;
  stored: StoredDock;
  unfit: readonly UnfitReason[] | null;
  policy: GatePolicy;
  /** Seconds there and back. */
  seconds: number;
  now: number;
}

const snapshotOf = (values: Record<string, unknown>, at: number) => ({
  values,
  at: Object.fromEntries(Object.keys(values).map((key) => [key, at])),
  osdAt: at,
  dropped: 0,
});

const gateInputOf = ({ dock, stored, unfit, policy, seconds, now }: Standing): GateInput => {
  // On a clock that stands at zero now.
  const age = stored.lastSeen === null ? null : Math.max(0, now - stored.lastSeen.getTime());
  const link = openDockLink(dock, 0);
  if (age !== null) link.dockSnapshot = snapshotOf(stored.values, -age);
  link.session = stored.online;
  const model = reportedDroneModel(link.dockSnapshot) ?? modelKey(dock.droneModel ?? '');
  const rated = ratedSeconds[model ?? ''];
  return {
    dock: age === null ? null : statusOf(link, 0),
    ages: age === null ? {} : gateAges(link.dockSnapshot, 0),
    alarms: stored.alarms,
    putter: putterOf(dock.model),
    droneModel: model,
    routeModel: null,
    batteryUse: rated === undefined ? 'modelUnknown' : { share: seconds / rated, reserve: leastReserve },
    windLimit: dock.windLimit,
    returnAltitude: limits.flight.returnAltitudeMin,
    routeTop: null,
    terrain: 'noTerrain',
    changed: [],
    surfaceUnread: [],
    heightLimit: null,
    lostAction: null,
    checksumMatches: true,
    routeBlocked: null,
    otherFlight: stored.otherFlight,
    maintenance: dock.maintenance,
    insuranceUntil: dock.insuranceUntil,
    unfit,
    neighbours: 'placeUnknown',
    regions: { region: { verdict: 'notChecked', reason: 'noRegions' }, heights: null },
    approval: null,
    checklist: null,
    series: null,
    licence: null,
    policy,
    now,
  };
};

/**
 * What keeps a dock back, by the rules of the pre-flight gate and from what was stored of it. A health list that says
 * nothing is not stored: only its standing alarms count here, and the gate of a start asks for the list itself.
 */
export const keptBackBy = (standing: Standing): { items: GateItem[]; percentNeeded: number | null } => {
  const gate = evaluateGate(gateInputOf(standing));
  const old = ({ ageMs }: GateItem): boolean =>
    !standing.stored.online || ageMs === null || ageMs > storedFresh;
  const items = gate.filter((entry) => {
    if (ofRoute.has(entry.item)) return false;
    if (entry.item === 'dataAge') return old(entry);
    if (entry.item === 'health') return entry.verdict === 'failed' && entry.blocks;
    return entry.blocks;
  });
  const need = gate.find(({ item }) => item === 'battery')?.limit;
  return { items, percentNeeded: typeof need === 'number' ? need : null };
};

/** Docks by their distance from a place, the nearest first, each with what keeps it back. Nothing is sent. */
export const nearestDocks = async (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  caller: Caller,
  { speed, ...place }: Place & { speed: number },
): Promise<NearestCandidate[]> => {
  const near = (await placedDocks(db, caller))
    .map(({ oid, ...from }) => ({ oid, metres: distance(from, place) }))
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, limits.trajectory.nearest);
  const oids = near.map(({ oid }) => oid);
  const docks = new Map((await dockIdentities(db, oids)).map((dock) => [dock.oid, dock]));
  const stored = await storedDocks(db, oids);
  const policy = await gatePolicyOf(db, caller.groupRoot);
  const now = serverTime();
  const list: NearestCandidate[] = [];
  for (const { oid, metres } of near) {
    const [dock, facts] = [docks.get(oid), stored.get(oid)];
    if (!dock || !facts) continue;
    const seconds = legTime(metres, speed);
    const unfit = dock.droneOID === null ? null : await unfitReasonsOf(db, dock.droneOID);
    const standing = { dock, stored: facts, unfit, policy, seconds: seconds * 2, now };
    const { items, percentNeeded } = keptBackBy(standing);
    const link = { ...openDockLink(dock, 0), dockSnapshot: snapshotOf(facts.values, 0) };
    list.push({
      dockOID: oid,
      dockName: dock.name,
      droneName: facts.droneName,
      distance: metres,
      seconds,
      percent: statusOf(link, 0).charge.percent,
      percentNeeded,
      // A dock without an aircraft has nothing to send.
      ready: items.length === 0 && dock.droneOID !== null,
      items,
      at: facts.lastSeen?.getTime() ?? null,
    });
  }
  return list.toSorted((a, b) => Number(b.ready) - Number(a.ready) || a.seconds - b.seconds);
};
