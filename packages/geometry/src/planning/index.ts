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
export type { PhotoView } from './photo-frame.ts';
export {
  photoCount,
  photoPositions,
  photoRing,
  type PhotoLine,
  type PhotoPosition,
  type PhotoSize,
} from './photos.ts';
export { followTerrain, limitSlopes, thinned, type FollowOptions, type ProfilePoint } from './follow.ts';
export { legSamples, type LegSample } from './leg-samples.ts';
export type { GroundHeight } from './ground-height.ts';
