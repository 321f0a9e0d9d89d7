import type { BatteryUse, PlanSettings, RoutePlan, RouteWarning } from '@eyrie/domain';
import type { ReturnGround } from '@eyrie/planner';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Before, Look } from './look.ts';
import { isOfLayers } from './plan-warnings.ts';
import type { RouteJudge } from './route.judge.ts';
import { requireRoute } from './route.list.ts';
import { versionOfFile, type StoredVersion } from './route-version.store.ts';

export type TakeOff = NonNullable<PlanSettings['takeOff']>;

/** A route as it would be flown from one dock. */
export interface FlightJudgement {
  /** Of the file that it is about. */
  checksum: string;
  /** Where it takes off; null: the dock did not tell where it is. */
  from: TakeOff | null;
  warnings: RouteWarning[];
  look: Look;
  /** Null: not known from where it takes off, or it flies nothing. */
  batteryUse: BatteryUse | null;
  ground: ReturnGround | null;
  /** Epoch ms. */
  at: number;
}

export interface FlightQuestion {
  routeOID: string;
  /** The file that it flies; null: that of the last version. */
  checksum: string | null;
  dockOID: string;
  /** Department of the flight. */
  groupOID: string;
  /** Where the dock is; null: as it was last stored. */
  place: TakeOff | null;
  returnAltitude: number;
  /** What was found of it before. */
  former: FlightJudgement | null;
}

/** The plan as that dock flies it. */
const flownBy = (plan: RoutePlan, { dockOID, place, returnAltitude }: FlightQuestion): RoutePlan => ({
  ...plan,
  settings: { ...plan.settings, dockOID, takeOff: place, returnHeight: returnAltitude },
});

/** What was found of the route from the dock of its plan says of another dock only what the layers say. */
const ofRoute = ({ warnings, look }: Before): Before => ({ warnings: warnings.filter(isOfLayers), look });

/** Judges a route as a dock flies it. Null: it was stored before there were plans. @throws Refusal `notFound` */
export const createFlightJudge =
  (
    { db, serverTime }: { db: DbOrTrx; serverTime: () => number },
    judge: RouteJudge,
    planOf: (version: StoredVersion) => Promise<RoutePlan>,
  ) =>
  async (question: FlightQuestion, context: CallContext): Promise<FlightJudgement | null> => {
    const { routeOID, groupOID, former } = question;
    const row = await requireRoute(db, context, routeOID);
    const checksum = question.checksum ?? row.checksum;
    const version = await versionOfFile(db, routeOID, checksum);
    if (!version) return null;
    const plan = flownBy(await planOf(version), question);
    const before = former ?? ofRoute(row);
    const about = { plan, groupOID, warnings: version.facts.warnings, before };
    const verdict = await judge.checkFlown(context.caller, about, former !== null);
    const { warnings, look, takeOff, needs } = verdict;
    return { checksum, from: takeOff, warnings, look, ...needs, at: Math.round(serverTime()) };
  };
export type FlightJudge = ReturnType<typeof createFlightJudge>;
