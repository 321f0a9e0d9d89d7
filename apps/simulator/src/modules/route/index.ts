export { demoRoutes, type DemoRoute } from './demo-routes.ts';
export * from './route-around.ts';
