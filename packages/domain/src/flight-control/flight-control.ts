import type { OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';
import type { GateItem, GateItemName } from '../flight/flight.ts';
import type { GatePolicy } from '../flight/gate-policy.ts';
import { keepsDown } from '../flight/grounded.ts';
import { leastReserve } from '../flight/battery-need.ts';
import { limits } from '../limits.ts';
import type { RegionVerdict } from '../region/region-gate.ts';

/** Bounds of a take-off. Beside `limits`, which the sign-in page brings along whole. */
export const takeOffLimits = {
  /** Metres above take-off to which an aircraft rises before it goes sideways, whole. */
  safeHeightMin: 20,
  safeHeightMax: 1_500,
  /** Metres above the ellipsoid of its point, at most. */
  ellipsoidMax: 1_500,
} as const;

/** Why an aircraft cannot be sent to a point by what it does; null: it can. */
export const offerFlyTo = ({ airborne, returning, orbiting, job }: OrderFacts): RefusalReason | null => {
  if (!airborne) return 'droneMustFly';
  if (returning) return 'returnRuns';
  if (orbiting) return 'orbitRuns';
  return job && !job.paused ? 'routeRuns' : null;
};

/** Why no flight by hand begins by what dock and aircraft do; null: one may. */
export const offerTakeOff = ({ airborne, workState, job }: OrderFacts): RefusalReason | null =>
  !airborne && workState === 'idle' && !job ? null : 'dockBusy';

export const offerFlyToStop = ({ airborne, flyingTo }: OrderFacts): RefusalReason | null => {
  if (!airborne) return 'droneNotInFlight';
  return flyingTo ? null : 'notFlyingTo';
};

/** What a device says of its way to a point, by its own words. */
export const flyToStates = ['wayline_progress', 'wayline_ok', 'wayline_cancel', 'wayline_failed'] as const;
export type FlyToState = (typeof flyToStates)[number];
/** What it says of a flight that began by a take-off to a point: the way to it, and what comes before and after. */
export const takeOffStates = ['task_ready', ...flyToStates, 'task_finish'] as const;
export type TakeOffState = (typeof takeOffStates)[number];

/** What is known of the way to a point and home from there. */
export interface FlyToInput {
  /** Percent of a full battery that is left; null: the aircraft does not tell. */
  percent: number | null;
  /** Share of a full battery that the way there and home takes; null: the endurance of the model is not known. */
  share: number | null;
  /** Greatest height on the way there and home, metres above take-off, and the aircraft's own limit. */
  top: number;
  heightLimit: number | null;
  /** Least metres of air below the way there and home; null: no ground is known. */
  clearance: number | null;
  /** False: there are places on the way whose ground nobody knows. */
  complete: boolean;
  /** Names of layers of what stands on the ground that could not be read. */
  unread: readonly string[];
  regions: RegionVerdict;
  policy: GatePolicy;
}

type Found = Pick<GateItem, 'verdict'> &
  Partial<Pick<GateItem, 'reason' | 'value' | 'limit'>> & { insists?: boolean };

const passes = (ok: boolean): GateItem['verdict'] => (ok ? 'passed' : 'failed');

/** Percent of a full battery that there has to be: the way there and home, and the reserve. */
export const flyToNeed = (share: number): number => Math.ceil((share + leastReserve) * 100 - 1e-6);

const battery = ({ percent, share }: FlyToInput): Found => {
  if (percent === null) return { verdict: 'notChecked', reason: 'notTold' };
  if (share === null) return { verdict: 'notChecked', reason: 'modelUnknown', value: percent };
  const limit = flyToNeed(share);
  return { verdict: passes(percent >= limit), value: percent, limit };
};

const heightLimit = ({ top, heightLimit: limit }: FlyToInput): Found => {
  const value = Math.ceil(top);
  return limit === null
    ? { verdict: 'notChecked', reason: 'notTold', value }
    : { verdict: passes(value <= limit), value, limit };
};

/** What the air below a way says, as an item of a pre-flight check. */
const terrain = ({
  clearance,
  complete,
  unread,
}: Pick<FlyToInput, 'clearance' | 'complete' | 'unread'>): Found => {
  const limit = limits.flightControl.clearance;
  if (clearance !== null && clearance < limit)
    return { verdict: 'failed', value: Math.floor(clearance), limit };
  if (unread.length > 0)
    return { verdict: 'notChecked', reason: 'surfaceUnread', value: unread.slice(0, 3).join(' · ') };
  if (clearance === null || !complete) return { verdict: 'notChecked', reason: 'noTerrain', limit };
  return { verdict: 'passed', value: Math.floor(clearance), limit };
};

const region = ({ regions: { region: found } }: FlyToInput): Found => {
  if (found.verdict === 'passed') return { verdict: 'passed' };
  if (found.verdict === 'failed') return { verdict: 'failed', reason: found.reason, value: found.where };
  return { verdict: 'notChecked', reason: found.reason, insists: found.reason === 'placeUnknown' };
};

const regionHeight = (heights: NonNullable<RegionVerdict['heights']>): Found =>
  heights.verdict === 'passed'
    ? { verdict: 'passed' }
    : { verdict: 'notChecked', reason: heights.reason, value: heights.where };

const failures: Readonly<Partial<Record<GateItemName, RefusalReason>>> = {
  battery: 'pointBattery',
  heightLimit: 'pointHigh',
  terrain: 'pointGround',
  region: 'pointRegion',
};

/** Why an aircraft is not sent, by the first item that forbids it; null: nothing does. */
export const flyToRefusal = (
  items: readonly GateItem[],
): { reason: RefusalReason; values: Record<string, string | number> } | null => {
  const first = items.find(({ blocks }) => blocks);
  if (!first) return null;
  const { item, verdict, value, limit } = first;
  const reason = (verdict === 'failed' ? failures[item] : undefined) ?? 'pointUnchecked';
  return { reason, values: { value: value ?? '', limit: limit ?? '' } };
};

const itemOf = ([item, one]: readonly [GateItemName, Found], policy: GatePolicy): GateItem => ({
  item,
  verdict: one.verdict,
  reason: one.reason ?? null,
  blocks: keepsDown({ item, ...one }, policy),
  value: one.value ?? null,
  limit: one.limit ?? null,
  ageMs: null,
});

/** What stands against a way to a point, as the organisation counts it for a start. */
export const flyToItems = (input: FlyToInput): GateItem[] => {
  const { heights } = input.regions;
  const found: [GateItemName, Found][] = [
    ['battery', battery(input)],
    ['heightLimit', heightLimit(input)],
    ['terrain', terrain(input)],
    ['region', region(input)],
    ...(heights ? [['regionHeight', regionHeight(heights)] satisfies [GateItemName, Found]] : []),
  ];
  return found.map((one) => itemOf(one, input.policy));
};

/** What the pre-flight check of a flight by hand does not ask: no file was reviewed, and it was made for no model. */
const ofRoutes: ReadonlySet<GateItemName> = new Set(['route', 'model']);

/**
 * The pre-flight check of a take-off to a point: that of every flight without what routes alone have, and the air below the way.
 * Where that keeps the aircraft down, it stands in the place of the ground below the return altitude.
 */
export const takeOffItems = (
  gate: readonly GateItem[],
  way: Pick<FlyToInput, 'clearance' | 'complete' | 'unread' | 'policy'>,
): GateItem[] => {
  const below = itemOf(['terrain', terrain(way)], way.policy);
  return gate
    .filter(({ item }) => !ofRoutes.has(item))
    .map((one) => (one.item === 'terrain' && !one.blocks && below.blocks ? below : one));
};
