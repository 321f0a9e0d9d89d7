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
