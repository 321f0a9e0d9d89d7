// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { DemoRoom } from './demo-room.ts';
import { demo as dock } from './demo/dock.ts';
import { demo as openDevice } from './demo/open-device.ts';
import { demo as device } from './demo/device.ts';
import { demo as remoteController } from './demo/remote-controller.ts';
import { demo as robot } from './demo/robot.ts';
import { demo as route } from './demo/route.ts';
import { demo as layer } from './demo/layer.ts';
import { demo as task } from './demo/task.ts';
import { demo as flight } from './demo/flight.ts';
import { demo as appearance } from './demo/appearance.ts';

export const demoRooms: readonly DemoRoom[] = [
  dock,
  openDevice,
  device,
  remoteController,
  robot,
  route,
  layer,
  task,
  flight,
  appearance,
];
