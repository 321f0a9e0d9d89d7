export { acknowledge, isAcknowledged, unacknowledge } from './acknowledge.ts';
export { checkPlan, type PlanCheck } from './check-plan.ts';
export type { PlanFinding } from './finding.ts';
export { fixFinding } from './fixes.ts';
export type { CheckContext } from './input.ts';
export { ruleRestsOn, type FindingLevel, type FixName, type PlanRule, type RuleName } from './rules.ts';
