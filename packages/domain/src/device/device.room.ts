import type { NotificationValues, RoomActions, RoomNotifications, RoomRefusals } from '../room.ts';

export const actions = { 'device:edit': { page: '/UAVAdmin' } } as const satisfies RoomActions;

const day = 86_400_000;
export const limits = {
  device: {
    /** Parts that one step of a maintenance names, and pieces of each. */
    partsMost: 20,
    partQuantityMost: 999,
    /** A person corrects what is recorded of an aircraft by at most so much at once: flights, hours, kilometres. */
    correctionFlights: 100_000,
    correctionSeconds: 360_000_000,
    correctionMetres: 1_000_000_000,
    /** Corrections of one aircraft that are shown. */
    correctionsShown: 50,
    /** Figures of a battery are kept at most so often; another cycle is kept sooner, but not at once. */
    sampleEvery: day / 24,
    sampleCycleEvery: 600_000,
    /** Days for which they are kept, and points that are drawn of them. */
    sampleDays: 400,
    trendMost: 400,
  },
} as const;

export const refusals = {
  deviceRetired: 409,
  deviceNotRetired: 409,
  deviceAccepted: 409,
  maintenanceStep: 409,
} as const satisfies RoomRefusals;

/** The record of the device that a notification names. */
const deviceRecord = ({ page, oid }: NotificationValues): string | null =>
  page === undefined || oid === undefined ? null : `${page}?open=${encodeURIComponent(oid)}`;

export const notifications = {
  maintenanceDue: { level: 'attention', safety: false, link: deviceRecord },
  insuranceEnds: { level: 'attention', safety: false, link: deviceRecord },
} as const satisfies RoomNotifications;
