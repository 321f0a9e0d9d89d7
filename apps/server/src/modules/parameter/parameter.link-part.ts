import type { LinkPart } from '../command/index.ts';
import { parameterPlans } from './parameter.plan.ts';

/** Limits and settings of docks. */
export const linkPart = (_needs: unknown) => ({ plans: parameterPlans }) satisfies LinkPart;
