import { neverFit, type UnfitReason } from '../device/unfit.ts';
import { limits } from '../limits.ts';
import type { RegionVerdict } from '../region/region-gate.ts';
import type { DockStatus, HealthItem } from '../telemetry/dock-status.ts';
import type { RouteWarning } from '../route/route.ts';
import type { GateItem, GateItemName, GateReason } from './flight.ts';
import type { ApprovalStanding } from './approval-words.ts';
import { batteryNeed, leastStart, type BatteryUse } from './battery-need.ts';
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
  policy: GatePolicy;
  now: number;
}

export type BatteryUnknown = 'modelUnknown' | 'notLooked' | 'dockMoved' | 'placeUnknown';
export type TerrainUnknown = 'noTerrain' | 'notLooked' | 'dockMoved' | 'placeUnknown';
/** Metres above take-off. */
export interface ReturnTop {
  top: number;
  /** False: there are places on the way whose ground nobody knows. */
  complete: boolean;
}

interface Finding {
  verdict: GateItem['verdict'];
  reason?: GateReason;
  value?: GateItem['value'];
  limit?: GateItem['limit'];
  /** Blocks whatever the organisation decided. */
  insists?: boolean;
}
type Figures = Pick<Finding, 'value' | 'limit'>;

const judged = (ok: boolean, figures: Figures = {}): Finding => ({
  verdict: ok ? 'passed' : 'failed',
  ...figures,
});
const notChecked = (reason: GateReason, figures: Figures = {}): Finding => ({
  verdict: 'notChecked',
  reason,
  ...figures,
});
/** What stands in the way is named, by itself and its layer; of other rules the rule is. */
const route = ({ checksumMatches, routeBlocked }: GateInput): Finding => {
  if (!checksumMatches) return { ...judged(false), reason: 'fileChanged' };
  if (!routeBlocked) return judged(true);
  const { code, values } = routeBlocked;
  const named = [values['obstacle'], values['layer']].filter((one) => one !== undefined).join(' · ');
  return named === ''
    ? { ...judged(false, { value: code }), reason: 'routeBlocked' }
    : { ...judged(false, { value: named }), reason: 'obstacle' };
};

/** A fact that the dock has to tell. */
const judge = <T extends string | number | boolean>(
  value: T | null | undefined,
  ok: (value: T) => boolean,
  limit: GateItem['limit'] = null,
): Finding => {
  if (value === null || value === undefined) return notChecked('notTold', { limit });
  return judged(ok(value), { value: typeof value === 'boolean' ? String(value) : value, limit });
};

const battery = ({ dock, batteryUse }: GateInput): Finding => {
  const percent = dock?.charge.percent ?? null;
  if (percent === null) return notChecked('notTold');
  const known = typeof batteryUse !== 'string';
  const need = known ? batteryNeed(batteryUse) : leastStart;
  // Too little for any flight is too little for one of which nobody knows what it takes.
  if (known || percent < need) return judged(percent >= need, { value: percent, limit: need });
  return notChecked(batteryUse, { value: percent });
};

const positioning = ({ dock }: GateInput): Finding => {
  const position = dock?.position;
  if (!position || position.fixed === null) return notChecked('notTold');
  return judged(position.fixed, { value: position.quality });
};

const storage = ({ dock }: GateInput): Finding => {
  const held = dock?.storage;
  const limit = limits.gate.storageFreeKB;
  if (!held || held.totalKB === null || held.usedKB === null) return notChecked('notTold', { limit });
  const free = held.totalKB - held.usedKB;
  return judged(free >= limit, { value: free, limit });
};

/** An alarm stands until a newer list leaves it out; that there is none must have been told lately. */
const health = ({ alarms, ages }: GateInput): Finding => {
  const red = alarms.find((entry) => entry.level >= 2);
  if (red) return judged(false, { value: red.code });
  if (ages.health === undefined) return notChecked('notTold');
  return ages.health <= limits.gate.healthFresh ? judged(true) : notChecked('stale');
};

const putter = ({ putter: has, dock }: GateInput): Finding => {
  if (has === 'unknown') return notChecked('modelUnknown', { value: dock?.putterState ?? null });
  return judge(dock?.putterState, (state) => state === 'closed' || state === 'extended');
};

const model = ({ droneModel, routeModel }: GateInput): Finding => {
  const figures = { value: droneModel, limit: routeModel };
  if (droneModel === null) return notChecked('modelUnknown', figures);
  if (routeModel === null) return notChecked('routeModelUnknown', figures);
  return judged(droneModel === routeModel, figures);
};

const returnAltitude = ({ returnAltitude: value, routeTop }: GateInput): Finding => {
  const { returnAltitudeMin: low, returnAltitudeMax: high } = limits.flight;
  const floor = Math.max(low, Math.ceil(routeTop ?? low));
  const figures = { value, limit: `${floor}-${high}` };
  if (value < floor || value > high) return judged(false, figures);
  return routeTop === null ? notChecked('heightUnknown', figures) : judged(true, figures);
};

/** The aircraft flies no higher than its own limit: neither the route nor the way home may need more. */
const heightLimit = ({ returnAltitude: home, routeTop, heightLimit: limit }: GateInput): Finding => {
  const value = Math.max(home, Math.ceil(routeTop ?? home));
  if (limit === null) return notChecked('notTold', { value });
  if (value > limit) return judged(false, { value, limit });
  return routeTop === null ? notChecked('heightUnknown', { value, limit }) : judged(true, { value, limit });
};

/** Names that are said of many. */
const namesMost = 3;
const named = (names: readonly string[]): string => names.slice(0, namesMost).join(' · ');

const terrain = ({ returnAltitude: value, terrain: found, surfaceUnread }: GateInput): Finding => {
  const known = typeof found === 'string' ? null : found;
  const figures = known ? { value, limit: Math.ceil(known.top) } : { value };
  if (known && value <= known.top) return judged(false, figures);
  // What stands there may be higher than all that is known.
  if (surfaceUnread.length > 0) return notChecked('surfaceUnread', { value: named(surfaceUnread) });
  if (typeof found === 'string') return notChecked(found, figures);
  return found.complete ? judged(true, figures) : notChecked('noTerrain', figures);
};

const surroundings = ({ changed }: GateInput): Finding =>
  changed.length === 0 ? judged(true) : notChecked('changedSince', { value: named(changed) });

/** What records and regions say, which can be judged for a moment that is to come. */
export type StandingInput = Pick<
  GateInput,
  'maintenance' | 'insuranceUntil' | 'unfit' | 'regions' | 'approval' | 'policy' | 'now'
>;

const maintenance = ({ maintenance: state }: StandingInput): Finding =>
  state === null
    ? notChecked('noRecord')
    : { ...judged(state === 'none', { value: state }), insists: state === 'under' };

const insurance = ({ insuranceUntil, now }: StandingInput): Finding =>
  insuranceUntil === null ? notChecked('noRecord') : judged(insuranceUntil >= now, { value: insuranceUntil });

const airworthy = ({ unfit, policy }: StandingInput): Finding => {
  if (unfit === null) return notChecked('noRecord');
  const against = unfit.filter((reason) => reason !== 'unheard');
  if (against.length === 0) return unfit.length === 0 ? judged(true) : notChecked('notTold');
  const insists =
    against.some((reason) => neverFit.has(reason)) ||
    // That nothing was heard counts as it does alone.
    (against.length < unfit.length && !policy.notCheckedWarns.includes('airworthy'));
  return { ...judged(false, { value: against.join(',') }), insists };
};

/** What was approved is what flies: a single thing that is other than it was approved needs a new approval. */
const approval = ({ state, by, changed }: ApprovalStanding): Finding => {
  if (state !== 'approved') {
    const reasons = {
      missing: 'approvalMissing',
      waiting: 'approvalWaiting',
      rejected: 'approvalRejected',
    } as const;
    return { ...judged(false), reason: reasons[state] };
  }
  return changed.length === 0
    ? judged(true, { value: by })
    : { ...judged(false, { value: changed.join(',') }), reason: 'approvalStale' };
};
const approvalItems = (standing: ApprovalStanding | null): [GateItemName, Finding][] =>
  standing === null ? [] : [['approval', approval(standing)]];

/** A place that is not known is no lack of data that an organisation could live with. */
const region = ({ regions: { region: found } }: StandingInput): Finding => {
  if (found.verdict === 'passed') return judged(true);
  if (found.verdict === 'failed') return { ...judged(false, { value: found.where }), reason: found.reason };
  return { ...notChecked(found.reason), insists: found.reason === 'placeUnknown' };
};

const regionHeight = (found: NonNullable<GateInput['regions']['heights']>): Finding =>
  found.verdict === 'passed' ? judged(true) : notChecked(found.reason, { value: found.where });

const fresh = (ageMs: number | undefined): Finding =>
  judge(ageMs, (age) => age <= limits.command.stateFresh, limits.command.stateFresh);

const findings = (input: GateInput): [GateItemName, Finding][] => {
  const { dock } = input;
  return [
    ['dataAge', fresh(input.ages.dataAge)],
    [
      'clock',
      judge(
        dock?.clockOffset,
        (offset) => Math.abs(offset) <= limits.dock.clockDifference,
        limits.dock.clockDifference,
      ),
    ],
    ['dockIdle', judge(dock?.workState, (state) => state === 'idle')],
    ['otherFlight', judged(input.otherFlight === null, { value: input.otherFlight })],
    ['emergencyStop', judge(dock?.emergencyStop, (pressed) => !pressed)],
    ['battery', battery(input)],
    ['wind', judge(dock?.wind, (wind) => wind <= input.windLimit, input.windLimit)],
    ['rain', judge(dock?.rainfall, (rain) => rain === 'none')],
    ['positioning', positioning(input)],
    ['home', judge(dock?.position.homeValid, (valid) => valid)],
    ['storage', storage(input)],
    ['cover', judge(dock?.coverState, (state) => state === 'closed' || state === 'open')],
    // A model without push rods has no such item.
    ...(input.putter === 'none' ? [] : [['putter', putter(input)] satisfies [GateItemName, Finding]]),
    ['health', health(input)],
    ['maintenance', maintenance(input)],
    ['insurance', insurance(input)],
    ['airworthy', airworthy(input)],
    ['returnAltitude', returnAltitude(input)],
    ['heightLimit', heightLimit(input)],
    ['terrain', terrain(input)],
    ['surroundings', surroundings(input)],
    ['lostAction', judge(input.lostAction, (action) => action === 'return' || action === 'continue')],
    ['region', region(input)],
    // Only where the heights of a region decide.
    ...(input.regions.heights === null
      ? []
      : [['regionHeight', regionHeight(input.regions.heights)] satisfies [GateItemName, Finding]]),
    ['route', route(input)],
    ['model', model(input)],
    ...approvalItems(input.approval),
  ];
};

const itemOf = (
  [name, finding]: readonly [GateItemName, Finding],
  { policy, ages }: Pick<GateInput, 'policy' | 'ages'>,
): GateItem => ({
  item: name,
  verdict: finding.verdict,
  reason: finding.reason ?? null,
  blocks: keepsDown({ item: name, ...finding }, policy),
  value: finding.value ?? null,
  limit: finding.limit ?? null,
  ageMs: ages[name] ?? null,
});

/**
 * The pre-flight gate. Judges every item from what was told, says of the others that they were not checked and
 * why, and counts each as the organisation decided. The list is stored with the flight.
 */
export const evaluateGate = (input: GateInput): GateItem[] =>
  findings(input).map((found) => itemOf(found, input));

/** Those items of the gate that rest on records and regions alone, as they will be at the moment `now`. */
export const standingItems = (input: StandingInput): GateItem[] =>
  (
    [
      ['maintenance', maintenance(input)],
      ['insurance', insurance(input)],
      ['airworthy', airworthy(input)],
      ['region', region(input)],
      ...approvalItems(input.approval),
    ] as const
  ).map((found) => itemOf(found, { policy: input.policy, ages: {} }));

/** Items that keep the aircraft on the ground. */
export const blockingItems = (gate: readonly GateItem[]): GateItem[] => gate.filter((entry) => entry.blocks);
