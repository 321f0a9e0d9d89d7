import { dockParameterNames, type DockParameterName, type DockParameterValue } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { gatewayHas } from './methods.ts';
import { decodeSetReply, parametersOf, parameterService } from './parameters.ts';

const drone = {
  height_limit: 120,
  rth_altitude: 60,
  distance_limit_status: { state: 1, distance_limit: 2_000 },
  obstacle_avoidance: { horizon: 1, upside: 0, downside: 1 },
  night_lights_state: false,
};

it('reads what dock and aircraft hold, each from the device that has it', () => {
  expect(
    parametersOf({
      dock: { silent_mode: 1, air_transfer_enable: 0, height_limit: 500, battery_store_mode: 2 },
      drone,
    }),
  ).toEqual({
    heightLimit: 120,
    distanceLimitOn: true,
    distanceLimit: 2_000,
    returnAltitude: 60,
    nightLights: false,
    obstaclesAround: true,
    obstaclesAbove: false,
    obstaclesBelow: true,
    silent: true,
    airTransfer: false,
    storeMode: 'standby',
  });
});

it('gives null for what was not reported or is outside of its range', () => {
  const nothing = Object.fromEntries(dockParameterNames.map((name) => [name, null]));
  for (const held of [null, {}, [], 'text'])
    expect(parametersOf({ dock: held, drone: held })).toEqual(nothing);
  const wrong = { ...drone, height_limit: 9_000, distance_limit_status: { state: 'on', distance_limit: 3 } };
  expect(parametersOf({ dock: {}, drone: wrong })).toMatchObject({
    heightLimit: null,
    distanceLimitOn: null,
    distanceLimit: null,
    returnAltitude: 60,
  });
});

describe('a setting', () => {
  it.each<[DockParameterName, DockParameterValue, unknown]>([
    ['heightLimit', 120, { height_limit: 120 }],
    ['distanceLimitOn', true, { distance_limit_status: { state: 1 } }],
    ['distanceLimit', 2_000, { distance_limit_status: { distance_limit: 2_000 } }],
    ['obstaclesAbove', false, { obstacle_avoidance: { upside: 0 } }],
    ['silent', true, { silent_mode: 1 }],
    ['airTransfer', true, { air_transfer_enable: true }],
  ])('%s is sent alone, in the type of the wire', (name, value, data) => {
    expect(parameterService(name, value)).toMatchObject({ property: true, data });
  });

  it('of the battery storage goes by a method of its own', () => {
    expect(parameterService('storeMode', 'plan')).toEqual({
      method: 'battery_store_mode_switch',
      data: { action: 1 },
    });
  });

  it.each<[DockParameterName, DockParameterValue]>([
    ['heightLimit', 1_501],
    ['heightLimit', 19],
    ['returnAltitude', Number.NaN],
    ['silent', 1],
    ['storeMode', 'full'],
  ])('%s is never sent as %s', (name, value) => {
    expect(() => parameterService(name, value)).toThrow(RangeError);
  });

  it.each([
    [{ height_limit: { result: 0 } }, 0],
    [{ obstacle_avoidance: { upside: { result: 1 } } }, 1],
    [{ distance_limit_status: { state: { result: 0 }, distance_limit: { result: 7 } } }, 7],
    [{ height_limit: {} }, null],
    [null, null],
  ])('answered with %j has the result %s', (data, result) => {
    expect(decodeSetReply(data)?.result ?? null).toBe(result);
  });
});

describe('what a gateway has', () => {
  it.each([
    ['Dock', 'property/air_transfer_enable', false],
    ['Dock 2', 'property/air_transfer_enable', true],
    ['Dock 3', 'property/height_limit', true],
    ['Dock', 'putter_open', true],
    ['Dock 3', 'putter_open', false],
    ['RC Plus 2', 'return_home', true],
    ['RC Pro Enterprise', 'return_home', false],
    ['RC Pro Enterprise', 'live_start_push', true],
    ['Dock 2', 'flighttask_create', false],
  ])('%s has %s: %s', (model, method, has) => {
    expect(gatewayHas(model, method)).toBe(has);
  });

  it('lets a model that no document names refuse for itself', () => {
    expect(gatewayHas('Dock 9', 'return_home')).toBe(true);
  });
});
