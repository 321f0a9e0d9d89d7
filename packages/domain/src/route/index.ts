export * from './route.ts';
export * from './route-plan.ts';
export * from './route.calls.ts';
export * from './calls-of-plan.ts';
export * from './calls-of-tables.ts';
export * from './route-template.calls.ts';
export { routeTemplateFields } from './route-template.fields.ts';
