import {
  dockMonitor,
  type RoomActions,
  type RoomNotifications,
  type RoomPages,
  type RoomRefusals,
} from '../room.ts';

export const pages = {
  '/DeviceAll': { group: 'watch' },
  '/DaJiAirport': { group: 'devices' },
} as const satisfies RoomPages;

export const actions = {
  'dock:edit': { page: '/DataStatistics' },
  'dock:control': { page: '/PortMonitorSee', inspection: true },
  'dock:override': { page: '/PortMonitorSee' },
  'dock:emergency': { page: '/PortMonitorSee', inspection: true },
} as const satisfies RoomActions;

export const refusals = {
  snTaken: 409,
  notProved: 409,
  aircraftOut: 409,
  underControl: 409,
  ordersOpen: 409,
  dockOffline: 409,
  stateStale: 409,
  linkLost: 409,
  dockBusy: 409,
  droneOff: 409,
  droneOffForLimits: 409,
  aircraftFlies: 409,
  notReported: 409,
} as const satisfies RoomRefusals;

export const notifications = {
  dockTwin: { level: 'alarm', safety: true, link: dockMonitor },
  dockClock: { level: 'alarm', safety: true, link: dockMonitor },
  orderedElsewhere: { level: 'alarm', safety: true, link: dockMonitor },
  movedUnordered: { level: 'alarm', safety: true, link: dockMonitor },
  flownByHand: { level: 'alarm', safety: true, link: dockMonitor },
} as const satisfies RoomNotifications;
