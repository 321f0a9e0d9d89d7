import { mappingCamera } from '@eyrie/geometry';
import { builtInPayload, droneModels, payloadName } from '@eyrie/wpml';
import type { PlanCamera, PlanSettings, RoutePlan } from '@eyrie/domain';
import { setSettings } from './edit/settings.ts';
import { modelLimits } from './model-limits.ts';
import { planPresets } from './presets.ts';

/** Aircraft that route files can be made for, by their device codes. */
export const aircraft: readonly { readonly key: string; readonly name: string }[] = droneModels.map(
  ({ key, name }) => ({ key, name }),
);

const everyPayload = [...new Set(aircraft.flatMap(({ key }) => modelLimits(key)?.payloads ?? []))];

/** Cameras that an aircraft carries, by their numbers in the route format; all that are known where none is chosen. */
export const payloadsFor = (
  drone: string | null,
): readonly { readonly type: number; readonly name: string }[] =>
  (modelLimits(drone)?.payloads ?? everyPayload).map((type) => ({
    type,
    name: payloadName(type) ?? String(type),
  }));

/** Another aircraft with the camera that is part of it; where cameras are exchanged, with the one there is if it fits. */
export function setAircraft(plan: RoutePlan, drone: string): RoutePlan {
  const { payload } = plan.settings;
  const fits = payloadsFor(drone).some(({ type }) => type === payload.type);
  const type = builtInPayload(drone) ?? (fits ? payload.type : null);
  return setSettings(plan, { drone, payload: type === payload.type ? payload : { ...payload, type } });
}

const named = (type: number): PlanCamera | null => {
  const camera = mappingCamera(type);
  return (
    camera && {
      name: payloadName(type)?.replace(/ camera$/, '') ?? String(type),
      sensorW: Number(camera.sensorWidth.toFixed(3)),
      sensorH: Number(camera.sensorHeight.toFixed(3)),
      focalLength: camera.focal,
      imageW: camera.imageWidth,
      imageH: camera.imageHeight,
      minInterval: camera.minInterval,
    }
  );
};

/** Sensor and lens of a camera by its number in the route format; null: not in the tables, as of cameras with several lenses. */
export const cameraOf = (type: number | null): PlanCamera | null =>
  type === null
    ? null
    : (planPresets.find(({ settings }) => settings.payload.type === type)?.settings.camera ?? named(type));

/** What is computed with for an aircraft and its camera, as far as it is known. */
export const figuresOf = (
  drone: string | null,
  type: number | null,
): Partial<Pick<PlanSettings, 'camera' | 'ratedMinutes' | 'ratedSpeed'>> => {
  const camera = cameraOf(type);
  const preset = planPresets.find(({ settings }) => settings.drone === drone);
  return {
    ...(camera ? { camera } : {}),
    ...(preset ? { ratedMinutes: preset.settings.ratedMinutes, ratedSpeed: preset.settings.ratedSpeed } : {}),
  };
};

/** Another aircraft as a person chooses it: with the sensor and lens of its camera, and how long it flies. */
export function chooseAircraft(plan: RoutePlan, drone: string): RoutePlan {
  const next = setAircraft(plan, drone);
  return setSettings(next, figuresOf(drone, next.settings.payload.type));
}

/** Another camera as a person chooses it, with its sensor and lens. */
export function chooseCamera(plan: RoutePlan, type: number): RoutePlan {
  const { drone, payload } = plan.settings;
  const { camera } = figuresOf(drone, type);
  return setSettings(plan, { payload: { ...payload, type }, ...(camera ? { camera } : {}) });
}
