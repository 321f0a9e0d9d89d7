export { readKmz, type ReadResult } from './read.ts';
export { routeFigures, type RouteFigures } from './figures.ts';
export { lintRoute } from './lint.ts';
export { kmzLimits, type KmzLimits } from './limits.ts';
export { droneModel, droneModels, payloadName, payloadNames, type DroneModel } from './models.ts';
export { KmzRefused, type KmzRefusal, type RefusalReason } from './refusal.ts';
export type { WarningCode, WpmlAction, WpmlPayload, WpmlRoute, WpmlWarning, WpmlWaypoint } from './route.ts';
