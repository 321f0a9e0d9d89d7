import { dockParameterNames } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { parametersOf } from './parameters.ts';

const drone = {
  height_limit: 120,
  rth_altitude: 60,
  distance_limit_status: { state: 1, distance_limit: 2_000 },
  obstacle_avoidance: { horizon: 1, upside: 0, downside: 1 },
  night_lights_state: false,
};

it('reads what dock and aircraft hold, each from the device that has it', () => {
  expect(
    parametersOf({ dock: { silent_mode: 1, air_transfer_enable: 0, height_limit: 500 }, drone }),
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
