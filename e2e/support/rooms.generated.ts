// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { RoomFixture } from './room-fixture.ts';
import { fixture as dictionary } from '../dictionary/dictionary.fixture.ts';

export const roomFixtures: readonly RoomFixture[] = [
  dictionary,
];
