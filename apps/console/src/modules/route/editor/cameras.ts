import type { PlanCamera, RoutePlan } from '@eyrie/domain';
import { mappingCamera, p1Cameras, type MappingCamera } from '@eyrie/geometry';
import { setSettings } from '@eyrie/planner';

const named = (name: string, camera: MappingCamera): PlanCamera => ({
  name,
  sensorW: Number(camera.sensorWidth.toFixed(3)),
  sensorH: Number(camera.sensorHeight.toFixed(3)),
  focalLength: camera.focal,
  imageW: camera.imageWidth,
  imageH: camera.imageHeight,
  minInterval: camera.minInterval,
});

/** Aircraft by the number of their wide camera in the route format. */
const payloads = { M30: 52, M30T: 53, M3E: 66, M3D: 80, M4E: 88, M4D: 98 } as const;

/** Cameras that need not be typed; what is not here is entered by its sensor and lens. */
export const cameras: readonly PlanCamera[] = [
  ...Object.entries(payloads).flatMap(([name, type]) => {
    const camera = mappingCamera(type);
    return camera ? [named(name, camera)] : [];
  }),
  ...([24, 35, 50] as const).map((focal) => named(`P1 ${focal} mm`, p1Cameras[focal])),
];

/** A plan with the sensor and lens of its payload, where they are known. */
export const withCamera = (plan: RoutePlan): RoutePlan => {
  const { type } = plan.settings.payload;
  const name = Object.entries(payloads).find(([, known]) => known === type)?.[0];
  const camera = cameras.find((one) => one.name === name);
  return camera ? setSettings(plan, { camera }) : plan;
};
