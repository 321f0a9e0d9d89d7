export { freshPlan } from './fresh-plan.ts';
export type {
  Ground,
  PhotoFigures,
  PlanFault,
  ResolvedLine,
  ResolvedPoint,
  ResolvedRoute,
} from './resolved.ts';
