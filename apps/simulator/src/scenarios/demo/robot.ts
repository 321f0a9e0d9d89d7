import { startOpenRobot } from '../../modules/open-device/index.ts';
import { sites, standingOn } from '../../modules/world/index.ts';
import type { DemoRoom } from '../demo-room.ts';
import { createOwnDevices } from './own-device.ts';

/** Between the beginnings of two patrols, ms. */
const patrolEveryMs = 600_000;

/** A ground robot of another vendor, which drives around the substation of the wind farm. */
export const demo: DemoRoom = createOwnDevices(
  [
    {
      names: { 'zh-CN': '升压站巡检机器人', en: 'Substation robot', ar: 'روبوت محطة التحويل' },
      prefix: 'SIMROBOT',
      ...sites.robot,
      height: standingOn(sites.robot),
    },
  ],
  { path: 'robot', given: { vendor: 'own' } },
  ({ brokerUrl, speed, clock, log }, { lng, lat, height }, signIn) =>
    startOpenRobot({ ...signIn, brokerUrl, speed, clock, log, lng, lat, height, patrolEveryMs }),
);
