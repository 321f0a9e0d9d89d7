import { limits } from '../limits.ts';
import type { GateItem, GateItemName } from './flight.ts';
import * as found from './gate-findings.ts';
import type { Finding } from './gate-findings.ts';
import { isWaivable } from './gate-rules.ts';
import type { GateInput } from './gate-input.ts';
import { keepsDown } from './grounded.ts';

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
    ...found.licenceItems(input),
    ...found.approvalItems(input.approval),
    ...found.checklistItems(input.checklist),
    ...found.seriesItems(input.series),
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
