import type { GateItem, GateItemName, RunStanding } from './flight.ts';
import type { Finding } from './gate-findings.ts';
import * as found from './gate-findings.ts';
import { itemOf } from './gate.ts';
import type { GateInput } from './gate-input.ts';
import { batteryNeed } from './battery-need.ts';
import { gateRules } from './gate-rules.ts';

/** Worst of the hours of a flight, m/s and mm of an hour; `ageMs`: how long ago the provider said it. */
export interface ForecastThen {
  wind: number | null;
  rain: number | null;
  ageMs: number;
}
export type ForecastUnknown = 'noForecast' | 'forecastFailed' | 'beyondForecast' | 'placeUnknown';

/** All that is known of a run that is to come; `now` is when it begins. */
export interface ForeseenInput extends Pick<
  GateInput,
  | 'batteryUse'
  | 'windLimit'
  | 'returnAltitude'
  | 'routeTop'
  | 'terrain'
  | 'changed'
  | 'surfaceUnread'
  | 'lostAction'
  | 'routeBlocked'
  | 'droneModel'
  | 'routeModel'
  | 'maintenance'
  | 'insuranceUntil'
  | 'unfit'
  | 'regions'
  | 'neighbours'
  | 'approval'
  | 'licence'
  | 'policy'
  | 'now'
> {
  /** Why whoever arranged it may not let it fly; null: they may. */
  people: string | null;
  /** Why no flight of it could be arranged; null: one could. */
  arrangement: string | null;
  forecast: ForecastThen | ForecastUnknown;
}

const refusedFor = (reason: string | null): Finding =>
  found.judged(reason === null, reason === null ? {} : { value: reason });

/** What it takes is known; what the battery will hold, nobody knows. */
const battery = ({ batteryUse }: ForeseenInput): Finding => {
  if (typeof batteryUse === 'string') return { ...found.notChecked(batteryUse), unwaivable: true };
  const limit = batteryNeed(batteryUse);
  if (limit > 100) return { ...found.judged(false, { limit }), unwaivable: true };
  return found.notChecked('onlyAtStart', { limit });
};

const forecast = ({ forecast: then }: ForeseenInput, what: 'wind' | 'rain', limit: number): Finding => {
  if (typeof then === 'string') return found.notChecked(then, { limit });
  const value = then[what];
  if (value === null) return found.notChecked('forecastFailed', { limit });
  return found.judged(value <= limit, { value, limit });
};

const findings = (input: ForeseenInput): [GateItemName, Finding][] => [
  ['people', refusedFor(input.people)],
  ['arrangement', refusedFor(input.arrangement)],
  ['battery', battery(input)],
  ['forecastWind', forecast(input, 'wind', input.windLimit)],
  ['forecastRain', forecast(input, 'rain', 0)],
  ['maintenance', found.maintenance(input)],
  ['insurance', found.insurance(input)],
  ['airworthy', found.airworthy(input)],
  ...found.licenceItems(input),
  ['returnAltitude', found.returnAltitude(input)],
  ['terrain', found.terrain(input)],
  ['surroundings', found.surroundings(input)],
  ['lostAction', found.judge(input.lostAction, (action) => action === 'return' || action === 'continue')],
  ['region', found.region(input)],
  ...(input.regions.heights === null
    ? []
    : [['regionHeight', found.regionHeight(input.regions.heights)] satisfies [GateItemName, Finding]]),
  ['neighbours', found.neighbours(input)],
  ['route', found.route({ ...input, checksumMatches: true })],
  ['model', found.model(input)],
  ...found.approvalItems(input.approval),
];

/** What only the dock can say right before the start. */
const atStart = (Object.keys(gateRules) as GateItemName[]).filter(
  (name) => !gateRules[name].ahead && name !== 'battery',
);
const openItem = (item: GateItemName, limit: GateItem['limit'] = null): GateItem => ({
  item,
  verdict: 'notChecked',
  reason: 'onlyAtStart',
  blocks: false,
  value: null,
  limit,
  ageMs: null,
});

/**
 * The verdict on a run that is to come: every rule, with what can be known of it before. What only the dock can say is
 * *not checked*, and nothing else is passed than what was looked at.
 */
export const foreseenItems = (input: ForeseenInput): GateItem[] => {
  const ages =
    typeof input.forecast === 'string'
      ? {}
      : { forecastWind: input.forecast.ageMs, forecastRain: input.forecast.ageMs };
  const known = findings(input).map(([name, finding]) =>
    finding.reason === 'onlyAtStart'
      ? openItem(name, finding.limit ?? null)
      : itemOf([name, finding], { policy: input.policy, ages }),
  );
  return [...known, ...atStart.map((name) => openItem(name))];
};

/** `blocked`: something failed that keeps it down; `open`: something was not checked that would; else clear so far. */
export const runStanding = (items: readonly GateItem[]): RunStanding => {
  const down = items.filter(({ blocks }) => blocks);
  if (down.some(({ verdict }) => verdict === 'failed')) return 'blocked';
  return down.length > 0 ? 'open' : 'clear';
};

/** By what the change of a verdict is noticed: what failed, by its names. Figures move with every look. */
export const failureMark = (items: readonly GateItem[]): string =>
  items
    .filter(({ verdict, blocks }) => blocks && verdict === 'failed')
    .map(({ item, reason, value }) =>
      [item, reason, typeof value === 'string' ? value : null].filter((one) => one !== null).join(':'),
    )
    .toSorted()
    .join(';');
