import type { UnfitReason } from '../device/unfit.ts';
import type { RegionVerdict } from '../region/region-gate.ts';
import type { DockStatus, HealthItem } from '../telemetry/dock-status.ts';
import type { RouteWarning } from '../route/route.ts';
import type { ApprovalStanding } from './approval-words.ts';
import type { ChecklistStanding } from './checklist.ts';
import type { BatteryUse } from './battery-need.ts';
import type { GateItemName } from './flight.ts';
import type { GatePolicy } from './gate-policy.ts';
import type { SeriesStanding } from './series.ts';

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
  /** Null: nothing is asked before it. */
  checklist: ChecklistStanding | null;
  /** Of whoever arranged it, or flies it by hand. Null: nobody is named yet, and there is no such item. */
  licence: LicenceStanding | null;
  neighbours: NeighbourFinding;
  /** Null: it was arranged alone. */
  series: SeriesStanding | null;
  policy: GatePolicy;
  now: number;
}

/** Epoch ms until which a licence holds, null: it does not end; or nobody keeps one. */
export type LicenceStanding = { until: number | null } | 'noRecord';

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
  'maintenance' | 'insuranceUntil' | 'unfit' | 'regions' | 'approval' | 'licence' | 'policy' | 'now'
>;
