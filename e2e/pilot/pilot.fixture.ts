import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  // As an ordinary browser shows it; what an app makes of it is a story of its own.
  screens: [{ address: '/pilot', title: 'pilot.title' }],
};
