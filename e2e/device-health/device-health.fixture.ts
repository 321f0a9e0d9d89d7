import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/personalInfo?tab=hms',
      title: 'permission./personalInfo',
      tab: 'deviceHealth.alarms',
      record: true,
    },
    {
      address: '/personalInfo?tab=exceptions',
      title: 'permission./personalInfo',
      tab: 'deviceHealth.exceptions',
      record: true,
    },
    {
      address: '/personalInfo?tab=messages',
      title: 'permission./personalInfo',
      tab: 'deviceHealth.messages',
      record: true,
    },
  ],
};
