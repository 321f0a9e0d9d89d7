import { limits } from '@eyrie/domain';
import { dropOldSamples } from '../../modules/device/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { Timer } from '../../platform/timers.ts';
import { keepUp } from '../device-upkeep.ts';
import type { RoomBase } from '../room-wiring.ts';

export const timers = (
  { runtime }: RoomBase,
  { notification }: { notification: NotificationRoom },
): readonly Timer[] => [
  { name: 'device.upkeep', every: 60_000, once: 'any', run: () => keepUp(runtime, notification) },
  {
    name: 'device.cleanUp',
    every: 3_600_000,
    once: 'any',
    run: () =>
      dropOldSamples(runtime.db, new Date(runtime.clock.wall() - limits.device.sampleDays * 86_400_000)),
  },
];
