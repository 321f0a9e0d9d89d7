import { dockCalls } from '@eyrie/domain';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  // Made first, as things of other rooms stand on it.
  things: async () => ({}),
  ofOrganisation: [],
  shows: { dock: dockCalls.get },
};
