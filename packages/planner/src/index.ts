export { freshPlan } from './fresh-plan.ts';
export type {
  Ground,
  PhotoFigures,
  PlanFault,
  ResolvedLine,
  ResolvedPoint,
  ResolvedRoute,
} from './resolved.ts';
export { resolvePlan } from './resolve/resolve-plan.ts';
export { heightFrame, takeOffSea, type HeightFrame } from './resolve/heights.ts';
export * from './edit/index.ts';
