import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/MaintenanceProgramme': { group: 'devices' } } as const satisfies RoomPages;

export const actions = {
  'maintenance-programme:edit': { page: '/MaintenanceProgramme' },
} as const satisfies RoomActions;

export const refusals = { programmeEmpty: 422 } as const satisfies RoomRefusals;
