import { neverFit } from '../device/unfit.ts';
import { limits } from '../limits.ts';
import { batteryNeed, leastStart } from './battery-need.ts';
import type { ApprovalStanding } from './approval-words.ts';
import type { ChecklistStanding } from './checklist.ts';
import type { GateItem, GateItemName, GateReason } from './flight.ts';
import type { GateInput, StandingInput } from './gate-input.ts';
import { seriesTurn, type SeriesStanding } from './series.ts';

/** What was found about one item. */
export interface Finding {
  verdict: GateItem['verdict'];
  reason?: GateReason;
  value?: GateItem['value'];
  limit?: GateItem['limit'];
  /** Blocks whatever the organisation decided. */
  insists?: boolean;
  /** Nobody may let the flight begin all the same, whatever the rule says of others. */
  unwaivable?: boolean;
}
type Figures = Pick<Finding, 'value' | 'limit'>;

export const judged = (ok: boolean, figures: Figures = {}): Finding => ({
  verdict: ok ? 'passed' : 'failed',
  ...figures,
});
export const notChecked = (reason: GateReason, figures: Figures = {}): Finding => ({
  verdict: 'notChecked',
  reason,
  ...figures,
});
/** What stands in the way is named, by itself and its layer; of other rules the rule is. */
export const route = ({
  checksumMatches,
  routeBlocked,
}: Pick<GateInput, 'checksumMatches' | 'routeBlocked'>): Finding => {
  if (!checksumMatches) return { ...judged(false), reason: 'fileChanged' };
  if (!routeBlocked) return judged(true);
  const { code, values } = routeBlocked;
  const named = [values['obstacle'], values['layer']].filter((one) => one !== undefined).join(' · ');
  return named === ''
    ? { ...judged(false, { value: code }), reason: 'routeBlocked' }
    : { ...judged(false, { value: named }), reason: 'obstacle' };
};

/** A fact that the dock has to tell. */
export const judge = <T extends string | number | boolean>(
  value: T | null | undefined,
  ok: (value: T) => boolean,
  limit: GateItem['limit'] = null,
): Finding => {
  if (value === null || value === undefined) return notChecked('notTold', { limit });
  return judged(ok(value), { value: typeof value === 'boolean' ? String(value) : value, limit });
};

export const battery = ({ dock, batteryUse }: GateInput): Finding => {
  const percent = dock?.charge.percent ?? null;
  if (percent === null) return { ...notChecked('notTold'), unwaivable: true };
  const known = typeof batteryUse !== 'string';
  const need = known ? batteryNeed(batteryUse) : leastStart;
  // Too little for any flight is too little for one of which nobody knows what it takes.
  const figures = { value: percent, limit: need };
  // What is not even enough for the way out and home, or what docks refuse, is waived by nobody.
  const home = known ? Math.max(leastStart, Math.ceil(batteryUse.share * 100)) : Infinity;
  if (known || percent < need) return { ...judged(percent >= need, figures), unwaivable: percent < home };
  return { ...notChecked(batteryUse, { value: percent }), unwaivable: true };
};

export const positioning = ({ dock }: GateInput): Finding => {
  const position = dock?.position;
  if (!position || position.fixed === null) return notChecked('notTold');
  return judged(position.fixed, { value: position.quality });
};

export const storage = ({ dock }: GateInput): Finding => {
  const held = dock?.storage;
  const limit = limits.gate.storageFreeKB;
  if (!held || held.totalKB === null || held.usedKB === null) return notChecked('notTold', { limit });
  const free = held.totalKB - held.usedKB;
  return judged(free >= limit, { value: free, limit });
};

/** An alarm stands until a newer list leaves it out; that there is none must have been told lately. */
export const health = ({ alarms, ages }: GateInput): Finding => {
  const red = alarms.find((entry) => entry.level >= 2);
  if (red) return judged(false, { value: red.code });
  if (ages.health === undefined) return notChecked('notTold');
  return ages.health <= limits.gate.healthFresh ? judged(true) : notChecked('stale');
};

export const putter = ({ putter: has, dock }: GateInput): Finding => {
  if (has === 'unknown') return notChecked('modelUnknown', { value: dock?.putterState ?? null });
  return judge(dock?.putterState, (state) => state === 'closed' || state === 'extended');
};

export const model = ({ droneModel, routeModel }: Pick<GateInput, 'droneModel' | 'routeModel'>): Finding => {
  const figures = { value: droneModel, limit: routeModel };
  if (droneModel === null) return notChecked('modelUnknown', figures);
  if (routeModel === null) return notChecked('routeModelUnknown', figures);
  return judged(droneModel === routeModel, figures);
};

export const returnAltitude = ({
  returnAltitude: value,
  routeTop,
}: Pick<GateInput, 'returnAltitude' | 'routeTop'>): Finding => {
  const { returnAltitudeMin: low, returnAltitudeMax: high } = limits.flight;
  const floor = Math.max(low, Math.ceil(routeTop ?? low));
  const figures = { value, limit: `${floor}-${high}` };
  if (value < floor || value > high) return judged(false, figures);
  return routeTop === null ? notChecked('heightUnknown', figures) : judged(true, figures);
};

/** The aircraft flies no higher than its own limit: neither the route nor the way home may need more. */
export const heightLimit = ({ returnAltitude: home, routeTop, heightLimit: limit }: GateInput): Finding => {
  const value = Math.max(home, Math.ceil(routeTop ?? home));
  if (limit === null) return notChecked('notTold', { value });
  if (value > limit) return judged(false, { value, limit });
  return routeTop === null ? notChecked('heightUnknown', { value, limit }) : judged(true, { value, limit });
};

/** Names that are said of many. */
const namesMost = 3;
const named = (names: readonly string[]): string => names.slice(0, namesMost).join(' · ');

export const terrain = ({
  returnAltitude: value,
  terrain: found,
  surfaceUnread,
}: Pick<GateInput, 'returnAltitude' | 'terrain' | 'surfaceUnread'>): Finding => {
  const known = typeof found === 'string' ? null : found;
  const figures = known ? { value, limit: Math.ceil(known.top) } : { value };
  if (known && value <= known.top) return judged(false, figures);
  // What stands there may be higher than all that is known.
  if (surfaceUnread.length > 0) return notChecked('surfaceUnread', { value: named(surfaceUnread) });
  if (typeof found === 'string') return notChecked(found, figures);
  return found.complete ? judged(true, figures) : notChecked('noTerrain', figures);
};

export const surroundings = ({ changed }: Pick<GateInput, 'changed'>): Finding =>
  changed.length === 0 ? judged(true) : notChecked('changedSince', { value: named(changed) });

export const maintenance = ({ maintenance: state }: StandingInput): Finding =>
  state === null
    ? notChecked('noRecord')
    : {
        ...judged(state === 'none', { value: state }),
        insists: state === 'under',
        unwaivable: state === 'under',
      };

export const insurance = ({ insuranceUntil, now }: StandingInput): Finding =>
  insuranceUntil === null ? notChecked('noRecord') : judged(insuranceUntil >= now, { value: insuranceUntil });

export const airworthy = ({ unfit, policy }: StandingInput): Finding => {
  if (unfit === null) return notChecked('noRecord');
  const against = unfit.filter((reason) => reason !== 'unheard');
  if (against.length === 0) return unfit.length === 0 ? judged(true) : notChecked('notTold');
  const unwaivable = against.some((reason) => neverFit.has(reason));
  const insists =
    unwaivable ||
    // That nothing was heard counts as it does alone.
    (against.length < unfit.length && !policy.notCheckedWarns.includes('airworthy'));
  return { ...judged(false, { value: against.join(',') }), insists, unwaivable };
};

/** @param input of which a missing licence is no such item */
export const licenceItems = ({
  licence,
  now,
}: Pick<StandingInput, 'licence' | 'now'>): [GateItemName, Finding][] => {
  if (licence === null) return [];
  if (licence === 'noRecord') return [['licence', notChecked('noRecord')]];
  const { until } = licence;
  return [['licence', until === null ? judged(true) : judged(until >= now, { value: until })]];
};

/** A place that is not known is no lack of data that an organisation could live with. */
export const region = ({ regions: { region: found } }: StandingInput): Finding => {
  if (found.verdict === 'passed') return judged(true);
  if (found.verdict === 'failed') return { ...judged(false, { value: found.where }), reason: found.reason };
  const unknown = found.reason === 'placeUnknown';
  return { ...notChecked(found.reason), insists: unknown, unwaivable: unknown };
};

export const regionHeight = (found: NonNullable<GateInput['regions']['heights']>): Finding =>
  found.verdict === 'passed' ? judged(true) : notChecked(found.reason, { value: found.where });

export const fresh = (ageMs: number | undefined): Finding =>
  judge(ageMs, (age) => age <= limits.command.stateFresh, limits.command.stateFresh);

/** Names are sorted: the same flights are the same finding. */
export const neighbours = ({ neighbours: near }: Pick<GateInput, 'neighbours'>): Finding => {
  if (typeof near === 'string') return notChecked(near);
  if (near.close.length === 0) return judged(true);
  return { ...judged(false, { value: named(near.close.toSorted()) }), reason: 'tooClose' };
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
/** @param standing null: its organisation asks for none, and there is no such item */
export const approvalItems = (standing: ApprovalStanding | null): [GateItemName, Finding][] =>
  standing === null ? [] : [['approval', approval(standing)]];

const checklist = ({ open, refused, by }: ChecklistStanding): Finding => {
  if (open.length > 0)
    return { ...judged(false, { value: open.join(' · ') }), reason: 'checklistOpen', unwaivable: true };
  if (refused.length > 0)
    return { ...judged(false, { value: refused.join(' · ') }), reason: 'checklistRefused' };
  return judged(true, { value: by });
};
/** @param standing null: nothing is asked, and there is no such item */
export const checklistItems = (standing: ChecklistStanding | null): [GateItemName, Finding][] =>
  standing === null ? [] : [['checklist', checklist(standing)]];

const series = (standing: SeriesStanding): Finding => {
  const turn = seriesTurn(standing);
  if (turn.holds) return judged(true);
  const { holds: _holds, reason, ...figures } = turn;
  return { ...judged(false, figures), reason, unwaivable: reason !== 'partFailed' };
};
/** @param standing null: it was arranged alone, and there is no such item */
export const seriesItems = (standing: SeriesStanding | null): [GateItemName, Finding][] =>
  standing === null ? [] : [['series', series(standing)]];
