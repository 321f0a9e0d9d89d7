import {
  dockParameterNames,
  dockParameters,
  type DockParameterName,
  type DockParameterValue,
} from '@eyrie/domain';
import { gatewayHas } from './methods.ts';
import { flagAt, numberAt, wordAt } from './read.ts';
import type { Service, ServiceReply } from './services.ts';
import { whole } from './tolerant.ts';
import { isRecord } from './wire.ts';

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
  storeMode: ['battery_store_mode'],
};

const storeModes = { 1: 'plan', 2: 'standby' } as const;
const storeModeCode = (value: DockParameterValue): number => (value === 'plan' ? 1 : 2);

/** Method under which the gateways that have a setting are listed. */
const methodOf = (name: DockParameterName): string =>
  name === 'storeMode' ? 'battery_store_mode_switch' : `property/${properties[name][0]}`;

/** Whether the gateway of this model lets a setting be changed: what it lacks is neither offered nor sent. */
export const gatewaySets = (model: string, name: DockParameterName): boolean =>
  gatewayHas(model, methodOf(name));

/**
 * The message that asks a device for a value: one property at a time, as devices read no more than one. Throws a
 * RangeError for a value that is outside of its range: the last guard before the device.
 */
export const parameterService = (name: DockParameterName, value: DockParameterValue): Service => {
  const parameter = dockParameters[name];
  const fits =
    parameter.kind === 'flag'
      ? typeof value === 'boolean'
      : parameter.kind === 'choice'
        ? parameter.options.some((one) => one === value)
        : typeof value === 'number' && value >= parameter.min && value <= parameter.max;
  if (!fits) throw new RangeError(`${name} cannot be ${String(value)}`);
  // Charging plans are the one setting with a method of its own.
  if (name === 'storeMode')
    return { method: 'battery_store_mode_switch', data: { action: storeModeCode(value) } };
  const [property, member] = properties[name];
  // Every flag is a number on the wire but this one.
  const sent = typeof value === 'boolean' && name !== 'airTransfer' ? Number(value) : value;
  return {
    method: methodOf(name),
    property: true,
    data: { [property]: member === undefined ? sent : { [member]: sent } },
  };
};

const resultIn = (value: unknown): number | null => {
  if (!isRecord(value)) return null;
  const own = whole.parse(value['result']);
  if (own !== null) return own;
  const members = Object.values(value)
    .map(resultIn)
    .filter((result) => result !== null);
  return members.find((result) => result !== 0) ?? members[0] ?? null;
};

/**
 * Answer to one property: its result, or that of the member that was asked for, 0 where it was taken. Null when it
 * carries no result, which is no answer.
 */
export const decodeSetReply = (data: unknown): ServiceReply | null => {
  const result = resultIn(data);
  return result === null ? null : { result, accepted: result === 0, status: null, output: {} };
};

/**
 * What a dock and its aircraft hold of each setting; null for what was not reported, or is outside of its range.
 * @param values properties of both as they were reported
 */
export const parametersOf = (values: {
  dock: unknown;
  drone: unknown;
}): Record<DockParameterName, DockParameterValue | null> =>
  Object.fromEntries(
    dockParameterNames.map((name) => {
      const parameter = dockParameters[name];
      const [property, member] = properties[name];
      const held = values[parameter.device];
      const inner = member === undefined ? held : (held as Record<string, unknown> | null)?.[property];
      const key = member ?? property;
      if (parameter.kind === 'flag') return [name, flagAt(inner, key)];
      if (parameter.kind === 'choice') return [name, wordAt(inner, key, storeModes)];
      const value = numberAt(inner, key);
      return [name, value !== null && value >= parameter.min && value <= parameter.max ? value : null];
    }),
  ) as Record<DockParameterName, DockParameterValue | null>;
