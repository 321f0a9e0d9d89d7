/** Why a device may not be used, or only with a warning. */
export const unfitReasons = [
  'retired',
  'underMaintenance',
  'maintenanceDue',
  'insuranceOver',
  'alarm',
  'carried',
  'firmware',
] as const;
export type UnfitReason = (typeof unfitReasons)[number];
/** Reasons that keep a device on the ground whatever the organisation decides. */
export const neverFit: ReadonlySet<string> = new Set<UnfitReason>(['retired', 'underMaintenance']);
