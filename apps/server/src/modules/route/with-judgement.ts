import type { ParsedRoute } from './parsed-route.ts';
import type { PlanJudgement } from './plan-warnings.ts';

/** What a file says, with what was found of its plan. */
export const withJudgement = <T extends PlanJudgement>(
  route: ParsedRoute,
  { seconds, ...found }: T,
): ParsedRoute & Omit<T, 'seconds'> => ({ ...route, ...seconds, ...found });
