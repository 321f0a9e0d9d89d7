import { startOpenDock } from '../../modules/open-device/index.ts';
import type { DemoRoom } from '../demo-room.ts';
import { createOwnDevices } from './own-device.ts';

/** A dock of another vendor with its aircraft. */
export const demo: DemoRoom = createOwnDevices(
  [
    {
      names: { 'zh-CN': '升压站自研机场', en: 'Substation own dock', ar: 'محطة التحويل الخاصة' },
      prefix: 'SIMOWN',
      lng: 114.7324,
      lat: 41.1629,
      height: 1386,
    },
  ],
  { path: 'uavdock', given: { model: 'Own dock', vendor: 'own' } },
  ({ brokerUrl, speed, clock, log }, { lng, lat, height }, signIn) =>
    startOpenDock({ ...signIn, brokerUrl, speed, clock, log, lng, lat, height }),
);
