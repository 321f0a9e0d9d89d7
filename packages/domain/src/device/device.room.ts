import type { RoomActions, RoomRefusals } from '../room.ts';

export const actions = { 'device:edit': { page: '/UAVAdmin' } } as const satisfies RoomActions;

export const refusals = {
  deviceRetired: 409,
  deviceNotRetired: 409,
  deviceAccepted: 409,
} as const satisfies RoomRefusals;
