import type { PlanCamera } from '@eyrie/domain';
import type { MappingCamera } from '@eyrie/geometry';

/** The camera of a plan by the names that geometry has for its figures. */
export const mappingCameraOf = (camera: PlanCamera): MappingCamera => ({
  sensorWidth: camera.sensorW,
  sensorHeight: camera.sensorH,
  focal: camera.focalLength,
  imageWidth: camera.imageW,
  imageHeight: camera.imageH,
  minInterval: camera.minInterval,
});
