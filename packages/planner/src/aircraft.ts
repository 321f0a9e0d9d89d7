import { builtInPayload, droneModels, payloadName } from '@eyrie/wpml';
import type { RoutePlan } from '@eyrie/domain';
import { setSettings } from './edit/settings.ts';
import { modelLimits } from './model-limits.ts';

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
