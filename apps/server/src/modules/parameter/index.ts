export { parameterPlans } from './parameter.plan.ts';
