import { startOpenDock } from '../../modules/open-device/index.ts';
import { sites, standingOn } from '../../modules/world/index.ts';
import type { DemoRoom } from '../demo-room.ts';
import { createOwnDevices } from './own-device.ts';

/** A dock of another vendor with its aircraft. */
export const demo: DemoRoom = createOwnDevices(
  [
    {
      names: { 'zh-CN': '升压站自研机场', en: 'Substation own dock', ar: 'محطة التحويل الخاصة' },
      prefix: 'SIMOWN',
      ...sites.substation,
      height: standingOn(sites.substation),
    },
  ],
  { path: 'uavdock', given: { model: 'Own dock', vendor: 'own' } },
  ({ brokerUrl, speed, clock, log }, { lng, lat, height }, signIn) =>
    startOpenDock({ ...signIn, brokerUrl, speed, clock, log, lng, lat, height }),
);
