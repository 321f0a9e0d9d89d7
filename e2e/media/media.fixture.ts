import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [{ address: '/AchievementDisplay', title: 'permission./AchievementDisplay' }],
};
