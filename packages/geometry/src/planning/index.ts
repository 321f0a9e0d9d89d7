export {
  checkedPhotoDistance,
  fastestSpeed,
  focalFrom35,
  groundSampleDistance,
  heightForGsd,
  lineSpacing,
  photoDistance,
  photoFootprint,
  photoInterval,
  sensorView,
  type MappingCamera,
} from './camera.ts';
export { mappingCamera, p1Cameras } from './camera-presets.ts';
export { PlanningFault, planningFaults, type PlanningFaultCode } from './fault.ts';
export {
  planArea,
  type AreaOptions,
  type AreaPlan,
  type EntryCorner,
  type Strip,
  type Transit,
} from './area.ts';
export { normaliseCourse } from './course.ts';
export type { AreaPart, Ground } from './ground.ts';
export {
  corridorOffsets,
  planCorridor,
  type CorridorLine,
  type CorridorOptions,
  type CorridorPlan,
} from './corridor.ts';
export { planFacade, type FacadeOptions, type FacingPoint } from './facade.ts';
export { planOblique, tiltOf, type ObliqueOptions, type ObliquePass, type PassOptions } from './oblique.ts';
export { planOrbit, pointsForSagitta, type OrbitOptions, type OrbitPlan } from './point-of-interest.ts';
export { areaSeen, coverageOf, type Coverage, type CoverageOptions } from './coverage.ts';
export {
  photoCount,
  photoPositions,
  photoRing,
  type PhotoLine,
  type PhotoPosition,
  type PhotoSize,
} from './photos.ts';
export {
  airTime,
  groundSpeed,
  splitByBattery,
  type BatteryOptions,
  type BatteryPart,
  type Wind,
} from './split.ts';
export {
  clearanceOf,
  type Clearance,
  type ClearanceOptions,
  type ClearancePoint,
  type Stretch,
} from './clearance.ts';
export { followTerrain, limitSlopes, thinned, type FollowOptions, type ProfilePoint } from './follow.ts';
export {
  convertHeight,
  heightModes,
  type GroundHeight,
  type HeightDatum,
  type HeightMode,
} from './heights.ts';
export { legSamples, type LegSample } from './leg-samples.ts';
export { lineOfSight, type Sight } from './line-of-sight.ts';
export { summaryOf, type RouteSummary, type SummaryOptions, type Way } from './summary.ts';
export { planPlaces, type LinePoint } from './waypoints.ts';
