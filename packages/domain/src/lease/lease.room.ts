import { dockMonitor, type RoomNotifications, type RoomRefusals } from '../room.ts';

export const refusals = {
  controlHeld: 409,
  controlLost: 409,
  controlMissing: 409,
  controlOtherTab: 409,
  tabMissing: 409,
  overrideReason: 422,
} as const satisfies RoomRefusals;

export const notifications = {
  controlLostInFlight: { level: 'alarm', safety: true, link: dockMonitor },
} as const satisfies RoomNotifications;
