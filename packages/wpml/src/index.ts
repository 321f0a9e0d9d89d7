export { readKmz, type ReadResult } from './read.ts';
export { actionSeconds } from './action-seconds.ts';
export { routeFigures, type RouteFigures } from './figures.ts';
export { prepareForDispatch, type DispatchSettings } from './dispatch.ts';
export { routeFileName, writeKmz } from './write.ts';
export { rewriteKmz } from './rewrite.ts';
export { routeOfPlan } from './route-of-plan.ts';
export { widestFocalLength } from './planned-params.ts';
export type {
  PlannedAction,
  PlannedHeading,
  PlannedTrigger,
  PlannedTurn,
  PlannedWaypoint,
  RoutePlan,
} from './plan.ts';
export type { Compression } from './zip-write.ts';
export { lintRoute } from './lint.ts';
export { restsOn } from './rests-on.ts';
export { kmzLimits, type KmzLimits } from './limits.ts';
export { builtInPayload, droneModel, droneModels, payloadName, type DroneModel } from './models.ts';
export { KmzRefused, type KmzRefusal, type RefusalReason } from './refusal.ts';
export type { WarningCode, WpmlAction, WpmlPayload, WpmlRoute, WpmlWarning, WpmlWaypoint } from './route.ts';
export { filesOf } from './files.ts';
export { planPath, planTextOf, waylinePieces, withPlanText } from './own-plan.ts';
export { parseXml, type XmlElement } from './xml.ts';
export { decodeUtf8 } from './text.ts';
export { escapeXml } from './xml-text.ts';
