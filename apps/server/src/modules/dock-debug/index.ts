export { dockDebugPlans } from './dock-debug.plans.ts';
