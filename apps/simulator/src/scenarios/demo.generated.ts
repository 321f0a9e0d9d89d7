// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { DemoRoom } from '../platform/demo-room.ts';
import { demo as dock } from '../modules/dock/dock.demo.ts';
import { demo as route } from '../modules/route/route.demo.ts';
import { demo as flight } from '../modules/flight/flight.demo.ts';

export const demoRooms: readonly DemoRoom[] = [
  dock,
  route,
  flight,
];
