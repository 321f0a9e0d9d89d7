// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { RoomWiring } from './room-wiring.ts';
import { room as dictionary } from './rooms/dictionary.ts';

export const wiredRooms: readonly RoomWiring[] = [
  dictionary,
];
