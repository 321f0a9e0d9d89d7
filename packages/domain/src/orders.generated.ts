// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { orders as dock } from './dock/dock.orders.ts';
import { orders as dockDebug } from './dock-debug/dock-debug.orders.ts';
import { orders as dockLog } from './dock-log/dock-log.orders.ts';
import { orders as speaker } from './speaker/speaker.orders.ts';
import { orders as firmware } from './firmware/firmware.orders.ts';
import { orders as remoteController } from './remote-controller/remote-controller.orders.ts';
import { orders as robot } from './robot/robot.orders.ts';
import { orders as region } from './region/region.orders.ts';
import { orders as flight } from './flight/flight.orders.ts';
import { orders as media } from './media/media.orders.ts';
import { orders as flightControl } from './flight-control/flight-control.orders.ts';
import { orders as drc } from './drc/drc.orders.ts';
import { orders as video } from './video/video.orders.ts';

export const orders = {
  ...dock,
  ...dockDebug,
  ...dockLog,
  ...speaker,
  ...firmware,
  ...remoteController,
  ...robot,
  ...region,
  ...flight,
  ...media,
  ...flightControl,
  ...drc,
  ...video,
};
