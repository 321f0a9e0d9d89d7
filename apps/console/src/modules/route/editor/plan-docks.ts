import type { DockRecord } from '@eyrie/domain';

/** A dock from which a route may be flown. */
export interface PlanDock {
  readonly oid: string;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Metres above the ellipsoid; null: not known. */
  readonly height: number | null;
}

/** Docks whose place is known. */
export const planDocks = (docks: readonly DockRecord[]): PlanDock[] =>
  docks.flatMap(({ oid, name, lng, lat, height }) =>
    lng === null || lat === null ? [] : [{ oid, name, lng, lat, height }],
  );
