/** How far something lies from the camera that saw it, as well as that is known. */
export interface SeenAt {
  /** In a straight line. */
  metres: number;
  /** By which it may be wrong, 99 times of 100. */
  error: number;
}

/**
 * Whether a finding lies farther away than its flight searches: for certain, whatever its photo errs. One that may lie within is not
 * beyond, for people look at that last which is.
 * @param range metres of the flight's arrangement
 * @returns null where the photo does not say how far it lies
 */
export const isBeyondRange = (seen: SeenAt | null, range: number): boolean | null =>
  seen === null ? null : seen.metres - seen.error > range;
