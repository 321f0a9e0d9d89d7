export type { GroundReaders } from './fly-to.judge.ts';
export { flightControlPlans } from './flight-control.plans.ts';
