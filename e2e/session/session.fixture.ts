import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/personalInfo?tab=sessions',
      title: 'permission./personalInfo',
      tab: 'session.title',
      action: { button: 'session.appSetUp', brings: 'login.setUpWhy' },
    },
    { address: '/operation?tab=online', title: 'permission./operation', tab: 'session.online' },
  ],
};
