import { notificationCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/personalInfo?tab=notifications',
      title: 'permission./personalInfo',
      tab: 'notification.title',
    },
  ],
  lists: [{ path: '/TaskManagerNew', clicks: [{ role: 'button', name: 'notification.title' }] }],
  fill: async ({ call }) => {
    const still = { bell: true, popup: false, sound: false };
    const levels = { info: still, attention: still };
    const kinds = { newAddress: still };
    await call(notificationCalls.preferencesSet, { levels, kinds, quiet: { from: 1320, to: 400 } });
    await call(notificationCalls.preferencesSet, { levels, kinds: {}, quiet: null });
  },
};
