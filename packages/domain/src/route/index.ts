export * from './route.ts';
export * from './route-plan.ts';
export * from './route.calls.ts';
export * from './plan-calls.ts';
export * from './table-calls.ts';
