import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

/** It keeps nothing of its own: what it shows is of flights that other rooms made. */
export const fixture: RoomFixture = { things: async () => ({}), ofOrganisation: [], shows: {} };
