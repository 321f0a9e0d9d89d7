import type { Chance } from './chance.ts';
import type { Say } from './words.ts';

/** A dock of the demo with its aircraft. */
export interface PastDock {
  oid: string;
  sn: string;
  name: string;
  droneOID: string;
  droneModel: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
}

export interface PastRoute {
  oid: string;
  droneModel: string;
  checksum: string;
  lines: unknown;
  /** Metres and seconds. */
  length: number;
  flightTime: number;
  waypoints: readonly { lng: number; lat: number; height: number }[];
}

/** Where the past is written: what is there of the demo already. */
export interface PastPlace {
  groupRoot: string;
  groupOID: string;
  people: Readonly<Record<'admin' | 'operator' | 'auditor' | 'leader', string>>;
  docks: readonly PastDock[];
  routes: readonly PastRoute[];
  batteries: readonly { oid: string; sn: string; name: string }[];
}

/** What everything of the past is made with. */
export interface PastMaker {
  place: PastPlace;
  /** Epoch ms. */
  now: number;
  chance: Chance;
  say: Say;
  newOid(): string;
}

export const day = 86_400_000;
/** The demo's organisation reads its days on clocks that are so far ahead of UTC, ms. */
export const zoneShift = 8 * 3_600_000;
/** How far back the past goes, in days. */
export const pastDays = 92;

/** Rows of one table. */
export interface Rows {
  table: string;
  rows: readonly Readonly<Record<string, unknown>>[];
}
export const at = (moment: number): string => new Date(Math.round(moment)).toISOString();
