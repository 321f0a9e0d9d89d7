import type { PlanCamera } from '@eyrie/domain';
import { p1Cameras } from '@eyrie/geometry';
import { aircraft, cameraOf, payloadsFor } from '@eyrie/planner';

const known = aircraft.flatMap(({ key }) => payloadsFor(key)).flatMap(({ type }) => cameraOf(type) ?? []);

/** The Zenmuse P1 with each of its lenses. */
const p1 = ([24, 35, 50] as const).map((focal): PlanCamera => {
  const camera = p1Cameras[focal];
  return {
    name: `P1 ${focal} mm`,
    sensorW: Number(camera.sensorWidth.toFixed(3)),
    sensorH: Number(camera.sensorHeight.toFixed(3)),
    focalLength: focal,
    imageW: camera.imageWidth,
    imageH: camera.imageHeight,
    minInterval: camera.minInterval,
  };
});

/** Cameras that need not be typed; what is not here is entered by its sensor and lens. */
export const cameras: readonly PlanCamera[] = [
  ...new Map([...known, ...p1].map((camera) => [camera.name, camera])).values(),
];
