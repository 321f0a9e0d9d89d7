import type { UnfitReason } from '../device/unfit.ts';
import { limits } from '../limits.ts';
import type { RegionVerdict } from '../region/region-gate.ts';
import type { DockStatus, HealthItem } from '../telemetry/dock-status.ts';
import type { RouteWarning } from '../route/route.ts';
import type { GateItem, GateItemName } from './flight.ts';
import type { ApprovalStanding } from './approval-words.ts';
import type { BatteryUse } from './battery-need.ts';
import * as found from './gate-findings.ts';
import type { Finding } from './gate-findings.ts';
import { isWaivable } from './gate-rules.ts';
import type { GatePolicy } from './gate-policy.ts';
import { keepsDown } from './grounded.ts';

export interface GateInput {
  /** Made only of what this dock told since it is heard here; null when it told nothing. */
  dock: DockStatus | null;
  /** How long ago what each item rests on was told, ms. A missing age: never, or the item does not age. */
  ages: Readonly<Partial<Record<GateItemName, number>>>;
  /** The health list of dock and aircraft as last told; `ages.health` says whether it ever was. */
  alarms: readonly Pick<HealthItem, 'code' | 'level'>[];
  /** Push rods by the model matrix. */
  putter: 'has' | 'none' | 'unknown';
  /** Model of the aircraft in the dock as the dock told it, and of the one the route was made for. */
  droneModel: string | null;
  routeModel: string | null;
  /** What the whole flight asks of the battery, from this dock and home to it; or why that is not known. */
  batteryUse: BatteryUse | BatteryUnknown;
  windLimit: number;
  /** Metres above take-off, as all heights here. */
  returnAltitude: number;
  /** Highest point of the route. Null: its heights cannot be converted. */
  routeTop: number | null;
  /** What lies or stands highest on the way and on the ways home, as far as that is known; or why nothing is. */
  terrain: ReturnTop | TerrainUnknown;
  /** Names of layers that the look at the flight did not have as they are now. */
  changed: readonly string[];
  /** Names of layers of what stands on the ground that could not be read under the route. */
  surfaceUnread: readonly string[];
  /** Height limit of the aircraft; null while it was never told. */
  heightLimit: number | null;
  lostAction: string | null;
  /** Route file: same checksum as reviewed, and no finding that blocks it. */
  checksumMatches: boolean;
  /** The first finding that forbids flying the route. */
  routeBlocked: Pick<RouteWarning, 'code' | 'values'> | null;
  otherFlight: string | null;
  /** Null: nobody keeps a record of it. */
  maintenance: 'none' | 'awaiting' | 'under' | null;
  insuranceUntil: number | null;
  /** Why the aircraft, with what it carries, is not airworthy. Null: nobody keeps a record of it. */
  unfit: readonly UnfitReason[] | null;
  regions: RegionVerdict;
  /** Null: its organisation asks for none. */
  approval: ApprovalStanding | null;
  neighbours: NeighbourFinding;
  policy: GatePolicy;
  now: number;
}

export type BatteryUnknown = 'modelUnknown' | 'notLooked' | 'dockMoved' | 'placeUnknown';
export type TerrainUnknown = 'noTerrain' | 'notLooked' | 'dockMoved' | 'placeUnknown';
/** Other flights that come too close, by the names that people see; or why that was not found out. */
export type NeighbourFinding = { close: readonly string[] } | NeighbourUnknown;
export type NeighbourUnknown = 'placeUnknown' | 'tooMany';
/** Metres above take-off. */
export interface ReturnTop {
  top: number;
  /** False: there are places on the way whose ground nobody knows. */
  complete: boolean;
}

/** What records and regions say, which can be judged for a moment that is to come. */
export type StandingInput = Pick<
  GateInput,
  'maintenance' | 'insuranceUntil' | 'unfit' | 'regions' | 'approval' | 'policy' | 'now'
>;

const findings = (input: GateInput): [GateItemName, Finding][] => {
  const { dock } = input;
  return [
    ['dataAge', found.fresh(input.ages.dataAge)],
    [
      'clock',
      found.judge(
        dock?.clockOffset,
        (offset) => Math.abs(offset) <= limits.dock.clockDifference,
        limits.dock.clockDifference,
      ),
    ],
    ['dockIdle', found.judge(dock?.workState, (state) => state === 'idle')],
    ['otherFlight', found.judged(input.otherFlight === null, { value: input.otherFlight })],
    ['emergencyStop', found.judge(dock?.emergencyStop, (pressed) => !pressed)],
    ['battery', found.battery(input)],
    ['wind', found.judge(dock?.wind, (wind) => wind <= input.windLimit, input.windLimit)],
    ['rain', found.judge(dock?.rainfall, (rain) => rain === 'none')],
    ['positioning', found.positioning(input)],
    ['home', found.judge(dock?.position.homeValid, (valid) => valid)],
    ['storage', found.storage(input)],
    ['cover', found.judge(dock?.coverState, (state) => state === 'closed' || state === 'open')],
    // A model without push rods has no such item.
    ...(input.putter === 'none' ? [] : [['putter', found.putter(input)] satisfies [GateItemName, Finding]]),
    ['health', found.health(input)],
    ['maintenance', found.maintenance(input)],
    ['insurance', found.insurance(input)],
    ['airworthy', found.airworthy(input)],
    ['returnAltitude', found.returnAltitude(input)],
    ['heightLimit', found.heightLimit(input)],
    ['terrain', found.terrain(input)],
    ['surroundings', found.surroundings(input)],
    ['lostAction', found.judge(input.lostAction, (action) => action === 'return' || action === 'continue')],
    ['region', found.region(input)],
    // Only where the heights of a region decide.
    ...(input.regions.heights === null
      ? []
      : [['regionHeight', found.regionHeight(input.regions.heights)] satisfies [GateItemName, Finding]]),
    ['neighbours', found.neighbours(input)],
    ['route', found.route(input)],
    ['model', found.model(input)],
    ...found.approvalItems(input.approval),
  ];
};

/** What was found about an item, as the organisation counts it. */
export const itemOf = (
  [name, finding]: readonly [GateItemName, Finding],
  { policy, ages }: Pick<GateInput, 'policy' | 'ages'>,
): GateItem => {
  const item = {
    item: name,
    verdict: finding.verdict,
    reason: finding.reason ?? null,
    blocks: keepsDown({ item: name, ...finding }, policy),
    value: finding.value ?? null,
    limit: finding.limit ?? null,
    ageMs: ages[name] ?? null,
  };
  return isWaivable({ ...item, unwaivable: finding.unwaivable }) ? { ...item, waivable: true } : item;
};

/**
 * The pre-flight gate. Judges every item from what was told, says of the others that they were not checked and
 * why, and counts each as the organisation decided. The list is stored with the flight.
 */
export const evaluateGate = (input: GateInput): GateItem[] =>
  findings(input).map((one) => itemOf(one, input));

/** Items that keep the aircraft on the ground. */
export const blockingItems = (gate: readonly GateItem[]): GateItem[] => gate.filter((entry) => entry.blocks);
