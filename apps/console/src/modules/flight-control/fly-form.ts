import { limits, takeOffLimits, type lostActions } from '@eyrie/domain';

const { heightMin, heightMax, speedMin, speedMax } = limits.flightControl;
const { safeHeightMin, safeHeightMax } = takeOffLimits;
const { returnAltitudeMin, returnAltitudeMax } = limits.flight;

/** What is typed of a way; null: nothing. */
export interface FlyDraft {
  lng: number | null;
  lat: number | null;
  height: number | null;
  maxSpeed: number | null;
  safeHeight: number | null;
  rthAltitude: number | null;
  lostAction: (typeof lostActions)[number];
}
export type FlyField = Exclude<keyof FlyDraft, 'lostAction'>;

export const flyDraft: FlyDraft = {
  lng: null,
  lat: null,
  height: 60,
  maxSpeed: 8,
  safeHeight: 60,
  rthAltitude: 100,
  lostAction: 'return',
};

/** Least and most of each field, and whether it is whole. */
export const flyRanges: Readonly<Record<FlyField, readonly [number, number, whole: boolean]>> = {
  lng: [-180, 180, false],
  lat: [-90, 90, false],
  height: [heightMin, heightMax, false],
  maxSpeed: [speedMin, speedMax, true],
  safeHeight: [safeHeightMin, safeHeightMax, true],
  rthAltitude: [returnAltitudeMin, returnAltitudeMax, true],
};

/** What an order is given with: to fly to a point, or to take off to it. */
export const flyFields = {
  flyTo: ['lng', 'lat', 'height', 'maxSpeed'],
  takeOff: ['lng', 'lat', 'height', 'safeHeight', 'maxSpeed', 'rthAltitude'],
} as const satisfies Readonly<Record<string, readonly FlyField[]>>;
export type FlyMethod = keyof typeof flyFields;

export const fits = (field: FlyField, value: number | null): boolean => {
  const [least, most, whole] = flyRanges[field];
  return value !== null && value >= least && value <= most && (!whole || Number.isInteger(value));
};

/** The first field that does not fit; null: all do. */
export const faultOf = (method: FlyMethod, draft: FlyDraft): FlyField | null =>
  flyFields[method].find((field) => !fits(field, draft[field])) ?? null;

/** What the order is given with, of a draft without a fault. */
export const flyRequest = (method: FlyMethod, draft: FlyDraft) => {
  const numbers = Object.fromEntries(flyFields[method].map((field) => [field, draft[field] ?? Number.NaN]));
  return method === 'takeOff' ? { ...numbers, lostAction: draft.lostAction } : numbers;
};
