import type { GateRegion, PlanAction, RoutePlan } from '@eyrie/domain';
import { zoneOf, type Place, type Zone } from '@eyrie/geometry';
import { groundOf } from '../ground.fixture.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import type { Ground } from '../resolved.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { PlanFinding } from './finding.ts';
import type { CheckContext } from './input.ts';
import type { RuleName } from './rules.ts';

export const flat = groundOf(20);
export const none: CheckContext = { regions: [] };
export const check = (plan: RoutePlan, ground: Ground = flat, context = none) =>
  checkPlan(plan, resolvePlan(plan, ground), ground, context).findings;
export const rulesOf = (findings: readonly PlanFinding[]) => findings.map(({ rule }) => rule);
export const find = (findings: readonly PlanFinding[], rule: RuleName) =>
  findings.find((one) => one.rule === rule);

export const good = planWith([pointAt('p1', 0, 100), pointAt('p2', 0, 300), pointAt('p3', 200, 300)]);
export const withActions = (...actions: PlanAction[]): RoutePlan => ({
  ...good,
  points: good.points.map((point, at) => (at === 1 ? { ...point, actions } : point)),
});
export const settings = (changes: Partial<RoutePlan['settings']>, points = good.points): RoutePlan => ({
  ...good,
  points,
  settings: { ...good.settings, ...changes },
});

export const square = (east: number, north: number, half: number): Place[] =>
  [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ].map(([e = 0, n = 0]) => pointAt('', east + e, north + n));
export const region = (
  kind: GateRegion['kind'],
  rings: Place[][],
  more: Partial<GateRegion> = {},
): GateRegion => ({
  name: 'School',
  kind,
  zone: zoneOf({ type: 'polygon', rings }) as Zone,
  floor: null,
  ceiling: null,
  heightReference: 'ground',
  validFrom: null,
  validUntil: null,
  ...more,
});
