export * from './route.ts';
export * from './route-plan.ts';
export * from './route.calls.ts';
