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
