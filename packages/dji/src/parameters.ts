import { dockParameterNames, dockParameters, type DockParameterName } from '@eyrie/domain';
import { flagAt, numberAt } from './read.ts';

/** Property of each setting, and its member where the property has several. */
const properties: Readonly<Record<DockParameterName, readonly [property: string, member?: string]>> = {
  heightLimit: ['height_limit'],
  distanceLimitOn: ['distance_limit_status', 'state'],
  distanceLimit: ['distance_limit_status', 'distance_limit'],
  returnAltitude: ['rth_altitude'],
  nightLights: ['night_lights_state'],
  obstaclesAround: ['obstacle_avoidance', 'horizon'],
  obstaclesAbove: ['obstacle_avoidance', 'upside'],
  obstaclesBelow: ['obstacle_avoidance', 'downside'],
  silent: ['silent_mode'],
  airTransfer: ['air_transfer_enable'],
};

/**
 * What a dock and its aircraft hold of each setting; null for what was not reported, or is outside of its range.
 * @param values properties of both as they were reported
 */
export const parametersOf = (values: {
  dock: unknown;
  drone: unknown;
}): Record<DockParameterName, number | boolean | null> =>
  Object.fromEntries(
    dockParameterNames.map((name) => {
      const parameter = dockParameters[name];
      const [property, member] = properties[name];
      const held = values[parameter.device];
      const inner = member === undefined ? held : (held as Record<string, unknown> | null)?.[property];
      const key = member ?? property;
      if (parameter.kind === 'flag') return [name, flagAt(inner, key)];
      const value = numberAt(inner, key);
      return [name, value !== null && value >= parameter.min && value <= parameter.max ? value : null];
    }),
  ) as Record<DockParameterName, number | boolean | null>;
