import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [{ address: '/FlightReplay', title: 'flightRecord.replay' }],
};
