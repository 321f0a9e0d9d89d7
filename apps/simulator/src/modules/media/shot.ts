/** One photo as the aircraft took it. Degrees, metres, ms of the dock's clock. */
export interface Shot {
  flightId: string;
  sequence: number;
  waypoint: number;
  suffix: string;
  lng: number;
  lat: number;
  /** Above the ellipsoid and above the dock. */
  height: number;
  elevation: number;
  head: number;
  gimbalPitch: number;
  at: number;
  /** Faults that were whole then, by their names; those of a shot that does not say it were broken. */
  repaired?: readonly string[] | undefined;
}
