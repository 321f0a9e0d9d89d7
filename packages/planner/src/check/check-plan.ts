import type { RoutePlan } from '@eyrie/domain';
import { planFigures, type PlanFigures } from '../figures.ts';
import { flightPath } from '../flight-path.ts';
import type { Ground, ResolvedRoute } from '../resolved.ts';
import { checkActions } from './actions.ts';
import { checkFaults } from './faults.ts';
import { Findings, type PlanFinding } from './finding.ts';
import { checkFlight } from './flight.ts';
import { checkFormat } from './format.ts';
import type { CheckContext, CheckInput } from './input.ts';
import { checkModel } from './model.ts';
import { checkRegions } from './regions.ts';
import { pathClearances } from '../samples.ts';
import type { FindingLevel } from './rules.ts';
import { checkSight } from './sight.ts';
import { checkTerrain } from './terrain.ts';

const groups: readonly ((input: CheckInput, findings: Findings) => void)[] = [
  checkFormat,
  checkActions,
  checkModel,
  checkTerrain,
  checkRegions,
  checkSight,
  checkFlight,
];

const weight: Readonly<Record<FindingLevel, number>> = { error: 0, warning: 1, notice: 2 };

export interface PlanCheck {
  /** Errors first, in the order of the groups. */
  readonly findings: readonly PlanFinding[];
  /** How many more there are of rules that are broken very often. */
  readonly omitted: number;
  /** By which it was judged. */
  readonly figures: PlanFigures;
}

/**
 * Everything that is to be said about a plan before it flies. Rules that want for something say so by `unchecked` findings. What
 * was computed already may be handed in.
 */
export function checkPlan(
  plan: RoutePlan,
  route: ResolvedRoute,
  ground: Ground,
  context: CheckContext = {},
  known: Partial<Pick<CheckInput, 'path' | 'clearances' | 'figures'>> = {},
): PlanCheck {
  const path = known.path ?? flightPath(plan, route, ground);
  const clearances = known.clearances ?? pathClearances(path, ground);
  const figures = known.figures ?? planFigures(route, plan, ground, path, clearances);
  const input: CheckInput = { plan, route, path, clearances, ground, figures, context };
  const findings = new Findings(plan);
  checkFaults(input, findings);
  // Without lines there is nothing else to look at, and what keeps it from having any has been said.
  if (route.lines.length > 0) for (const check of groups) check(input, findings);
  return {
    findings: findings.list.toSorted((a, b) => weight[a.level] - weight[b.level]),
    omitted: findings.omitted,
    figures,
  };
}
