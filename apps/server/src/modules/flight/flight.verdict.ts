import {
  foreseenItems,
  type ApprovalStanding,
  type GateInput,
  type GateItem,
  type GatePolicy,
  type RouteWarning,
  type TaskArrangement,
  type UnfitReason,
  type Waypoint,
  type DrawnRegion,
} from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { dockIdentities, type DockIdentity } from '../dock/index.ts';
import { judgingLayers, type JudgingLayer } from '../layer/index.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { regionVerdict, rulesFor } from '../region/index.ts';
import type { ForecastAt } from '../weather/index.ts';
import { approvalOfTask } from './approval.standing.ts';
import { licenceOf, unfitTogether } from './flight.dispatch.ts';
import { mostInAir, routeTopOf } from './flight.gate.ts';
import { changedSince, needsFrom } from './flight.judged.ts';
import { reportedAircraft, looksOf, type TaskLook } from './flight.look.store.ts';
import { neighboursWithin, type Neighbour } from './flight.neighbour.store.ts';
import { waivedItems, waiversOfTasks } from './waiver.store.ts';
import { closeNeighbours, createWays, type Ways } from './flight.neighbours.ts';

/** A run that is to come. */
export interface VerdictRun {
  taskOID: string;
  wall: string;
  groupRoot: string;
  arrangement: TaskArrangement;
  /** Who arranged it. */
  memberOID: string;
  /** Why whoever arranged it may not let it fly; null: they may. */
  people: string | null;
  /** Why no flight of it could be arranged, as it was found last; null: nothing was found. */
  obstacle: string | null;
  at: number;
}

export interface VerdictDependencies {
  forecastFor(places: readonly { lng: number; lat: number }[]): Promise<ForecastAt>;
}

/** What holds for a whole dock, whatever run is asked about. */
interface DockFacts {
  dock: DockIdentity;
  unfit: UnfitReason[] | null;
  policy: GatePolicy;
  rules: readonly DrawnRegion[];
  layers: readonly JudgingLayer[];
}

/** Each thing is asked once, however many runs need it. */
const once = <T>(make: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
};

const same = (one: TaskArrangement, other: TaskArrangement): boolean =>
  one.routeOID === other.routeOID &&
  one.dockOID === other.dockOID &&
  one.returnAltitude === other.returnAltitude;

interface Around {
  ways: Ways;
  facts: DockFacts | null;
  isReported: boolean;
  approval: ApprovalStanding | null;
  licence: GateInput['licence'];
  look: TaskLook | null;
  neighbours: readonly Neighbour[];
  forecast: ForecastAt;
}

/** One run by everything that stands around it. */
const checkRun = async (run: VerdictRun, around: Around): Promise<GateItem[]> => {
  const { ways, facts, look, forecast } = around;
  const { routeOID, dockOID, returnAltitude, lostAction } = run.arrangement;
  const route = await ways.routeOf({ routeOID, checksum: null });
  const place = ways.placeOf(dockOID);
  // Of another version of the route, or another arrangement, nothing is known from this dock.
  const judged =
    look && same(look.arrangement, run.arrangement) && look.checksum === route?.checksum ? look.judged : null;
  const until = run.at + mostInAir(null, route?.duration ?? 0);
  const warnings = [...(judged?.warnings ?? []), ...((route?.warnings ?? []) as RouteWarning[])];
  const gone = facts === null ? 'deviceRetired' : route ? null : 'notFound';
  const droneModel = around.isReported ? (facts?.dock.droneModel ?? null) : null;
  return foreseenItems({
    people: run.people,
    arrangement: gone ?? run.obstacle,
    ...needsFrom(judged, place),
    windLimit: facts?.dock.windLimit ?? 0,
    returnAltitude,
    routeTop: route ? routeTopOf(route, place?.height ?? null) : null,
    changed: facts ? changedSince(judged, facts.layers) : [],
    surfaceUnread: warnings.flatMap(({ values }) =>
      values['missing'] === 'obstacles' ? [String(values['layer'] ?? '')] : [],
    ),
    lostAction,
    routeBlocked: warnings.find(({ blocking }) => blocking) ?? null,
    droneModel: droneModel === null ? null : modelName(droneModel),
    routeModel: route?.drone_model ? modelName(route.drone_model) : null,
    maintenance: facts?.dock.maintenance ?? null,
    insuranceUntil: facts?.dock.insuranceUntil ?? null,
    unfit: facts?.unfit ?? null,
    regions: regionVerdict(facts?.rules ?? [], {
      dock: place,
      alternate: null,
      route: route
        ? {
            waypoints: route.waypoints as Waypoint[],
            heightMode: route.height_mode,
            takeOffSecurityHeight: route.take_off_security_height,
          }
        : null,
      returnAltitude,
      from: run.at,
      until,
    }),
    neighbours: await closeNeighbours(
      ways,
      {
        ...run.arrangement,
        checksum: null,
        at: run.at,
        isSelf: ({ taskOID, wall }) => taskOID === run.taskOID && (wall === run.wall || wall === null),
      },
      around.neighbours,
    ),
    approval: around.approval,
    licence: around.licence,
    policy: facts?.policy ?? { notCheckedWarns: [], failedWarns: [] },
    forecast: forecast({ place, from: run.at, until }),
    now: run.at,
  });
};

/**
 * The verdicts on runs that are to come, in their order: each rule by what is known now of the moment at which the run
 * begins. What all of them share is read once.
 */
export async function checkRuns(
  { db }: Pick<Runtime, 'db'>,
  { forecastFor }: VerdictDependencies,
  runs: readonly VerdictRun[],
): Promise<GateItem[][]> {
  const docks = new Map(
    (await dockIdentities(db, [...new Set(runs.map(({ arrangement }) => arrangement.dockOID))])).map(
      (dock) => [dock.oid, dock],
    ),
  );
  const reported = await reportedAircraft(db, [...docks.keys()]);
  const ways = createWays(db);
  const policyOf = once((groupRoot) => gatePolicyOf(db, groupRoot));
  const rulesOf = once((groupOID) => rulesFor(db, groupOID));
  const layersOf = once((groupOID) => judgingLayers(db, { groupRoot: rootOf(groupOID), groupOID }));
  const rootOf = (groupOID: string): string =>
    [...docks.values()].find((dock) => dock.groupOID === groupOID)?.groupRoot ?? '';
  const factsOf = once(async (dockOID): Promise<DockFacts | null> => {
    const dock = docks.get(dockOID);
    if (!dock) return null;
    return {
      dock,
      unfit: await unfitTogether(db, dock),
      policy: await policyOf(dock.groupRoot),
      rules: await rulesOf(dock.groupOID),
      layers: await layersOf(dock.groupOID),
    };
  });
  const looks = await looksOf(
    db,
    runs.map(({ taskOID }) => taskOID),
  );
  const moments = runs.map(({ at }) => at);
  const day = 86_400_000;
  const span = { since: new Date(Math.min(...moments)), until: new Date(Math.max(...moments) + day / 4) };
  const neighboursOf = once((groupRoot) => neighboursWithin(db, groupRoot, span));
  const others = await Promise.all([...new Set(runs.map(({ groupRoot }) => groupRoot))].map(neighboursOf));
  await ways.place([...docks.keys(), ...others.flat().map(({ dockOID }) => dockOID)]);
  const places = [...docks.keys()].flatMap((oid) => ways.placeOf(oid) ?? []);
  const forecast = await forecastFor(places);
  const waivers = await waiversOfTasks(
    db,
    runs.map(({ taskOID }) => taskOID),
  );
  const rootOfTask = new Map(runs.map(({ taskOID, groupRoot }) => [taskOID, groupRoot]));
  const approvalOf = once((taskOID) =>
    approvalOfTask(db, { taskOID, groupRoot: rootOfTask.get(taskOID) ?? '' }),
  );
  const licenceOfMember = once((memberOID) => licenceOf(db, memberOID));
  const verdicts: GateItem[][] = [];
  for (const run of runs) {
    const items = await checkRun(run, {
      ways,
      facts: await factsOf(run.arrangement.dockOID),
      isReported: reported.has(run.arrangement.dockOID),
      approval: await approvalOf(run.taskOID),
      licence: await licenceOfMember(run.memberOID),
      look: looks.get(run.taskOID) ?? null,
      neighbours: await neighboursOf(run.groupRoot),
      forecast,
    });
    const own = waivers.filter(({ taskOID, wall }) => taskOID === run.taskOID && wall === run.wall);
    // One that is over when the run begins waives nothing of it.
    verdicts.push(waivedItems(items, own, run.at));
  }
  return verdicts;
}
