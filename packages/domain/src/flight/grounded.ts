import { neverFit, type UnfitReason } from '../device/unfit.ts';
import type { GateItemName } from './flight.ts';
import type { GatePolicy } from './gate-policy.ts';

/** The item of the pre-flight check that finds a dock unfit for a reason. */
const itemOf: Readonly<Record<UnfitReason, GateItemName>> = {
  retired: 'airworthy',
  underMaintenance: 'maintenance',
  maintenanceDue: 'maintenance',
  insuranceOver: 'insurance',
  alarm: 'health',
  carried: 'airworthy',
  firmware: 'airworthy',
};

/**
 * Whether the pre-flight check would keep a dock with its aircraft on the ground for what is known of both, as the
 * organisation counts it. What is measured right before a start is not among it.
 */
export const isGrounded = (
  dock: readonly UnfitReason[],
  drone: readonly UnfitReason[],
  { failedWarns }: Pick<GatePolicy, 'failedWarns'>,
): boolean =>
  [...dock, ...drone].some((reason) => neverFit.has(reason)) ||
  dock.some((reason) => !failedWarns.includes(itemOf[reason])) ||
  // A red alarm of the aircraft stands in the same list of the check as one of the dock.
  drone.some((reason) => !failedWarns.includes(reason === 'alarm' ? 'health' : 'airworthy'));
