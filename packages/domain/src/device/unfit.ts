/** Why a device may not be used, only with a warning, or is not known to be fit. */
export const unfitReasons = [
  'retired',
  'underMaintenance',
  'maintenanceDue',
  'insuranceOver',
  'alarm',
  'carried',
  'firmware',
  /** It never said a word: nothing speaks for it either. */
  'unheard',
] as const;
export type UnfitReason = (typeof unfitReasons)[number];
/** Reasons that keep a device on the ground whatever the organisation decides. */
export const neverFit: ReadonlySet<string> = new Set<UnfitReason>(['retired', 'underMaintenance']);

/**
 * What is to be said of a device before a flight. `fit`: heard, and nothing stands against it. `warned`: it flies as
 * its organisation decided. `grounded`: the pre-flight check keeps it down. `unheard`: not known.
 */
export const airworthinessStates = ['fit', 'warned', 'grounded', 'unheard'] as const;
export type Airworthiness = (typeof airworthinessStates)[number];
