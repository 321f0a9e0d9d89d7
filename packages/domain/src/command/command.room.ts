import type { RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/PortMonitorSee': { group: 'watch', hidden: true } } as const satisfies RoomPages;

export const refusals = {
  confirmationMissing: 409,
  confirmationSpent: 409,
  expired: 409,
  keyReused: 422,
  deviceRefused: 502,
  deviceSilent: 504,
  notDelivered: 409,
  methodMissing: 409,
  deviceFaulty: 409,
  deviceInService: 409,
  deviceNotHeard: 409,
  deviceExpired: 502,
  deviceUnknownCommand: 502,
  deviceInvalidArguments: 502,
  deviceBusy: 502,
  deviceUnsafe: 502,
  deviceNotAble: 502,
  deviceFault: 502,
} as const satisfies RoomRefusals;
