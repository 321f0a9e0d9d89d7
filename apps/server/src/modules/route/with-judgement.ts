import type { ParsedRoute } from './parsed-route.ts';
import type { PlanJudgement } from './plan-warnings.ts';

/** What a file says, with what was found of its plan. */
export const withJudgement = (route: ParsedRoute, { warnings, seconds }: PlanJudgement): ParsedRoute => ({
  ...route,
  ...seconds,
  warnings,
});
