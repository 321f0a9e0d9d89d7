export {
  groundSampleDistance,
  lineSpacing,
  photoDistance,
  sensorView,
  type MappingCamera,
} from './camera.ts';
export { mappingCamera, p1Cameras } from './camera-presets.ts';
export { normaliseCourse } from './course.ts';
export { PlanningFault } from './fault.ts';
export { planArea, type AreaPlan, type EntryCorner } from './area.ts';
export type { AreaPart, Ground } from './ground.ts';
export { planCorridor } from './corridor.ts';
export { planFacade, type FacingPoint } from './facade.ts';
export { planOblique } from './oblique.ts';
export { planOrbit } from './point-of-interest.ts';
export { comparedCoverage, coverageOf, type Coverage } from './coverage.ts';
export type { PhotoView } from './photo-frame.ts';
export { photoCount, photoRing, type PhotoPosition, type PhotoSize } from './photos.ts';
export { followTerrain, thinned, type ProfilePoint } from './follow.ts';
