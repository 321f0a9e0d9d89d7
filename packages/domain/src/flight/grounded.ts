import { neverFit, type Airworthiness, type UnfitReason } from '../device/unfit.ts';
import type { GateItem, GateItemName } from './flight.ts';
import type { GatePolicy } from './gate-policy.ts';
import { gateRules } from './gate-rules.ts';

/** Whether an item of the pre-flight check keeps the aircraft on the ground, as the organisation counts it. */
export const keepsDown = (
  { item, verdict, insists = false }: Pick<GateItem, 'verdict'> & { item: GateItemName; insists?: boolean },
  { notCheckedWarns, failedWarns }: GatePolicy,
): boolean => {
  if (verdict === 'passed') return false;
  if (insists || verdict === 'failed') return insists || !failedWarns.includes(item);
  return !notCheckedWarns.includes(item) && !(gateRules[item].unknown === 'warns');
};

/** The item of the pre-flight check that finds a dock unfit for a reason. */
const itemOfDock: Readonly<Record<UnfitReason, GateItemName>> = {
  retired: 'airworthy',
  underMaintenance: 'maintenance',
  maintenanceDue: 'maintenance',
  insuranceOver: 'insurance',
  alarm: 'health',
  carried: 'airworthy',
  firmware: 'airworthy',
  // Nothing that it told can be fresh.
  unheard: 'dataAge',
};
const grounds = (item: GateItemName, reason: UnfitReason, policy: GatePolicy): boolean =>
  keepsDown(
    { item, verdict: reason === 'unheard' ? 'notChecked' : 'failed', insists: neverFit.has(reason) },
    policy,
  );

/** Why a dock is unfit, and why the aircraft in it is; of any other device its own reasons stand as the aircraft's. */
export interface Against {
  dock: readonly UnfitReason[];
  drone: readonly UnfitReason[];
}

/**
 * What book, lists and the choice of a dock say of a dock with its aircraft: the same as the pre-flight check for the
 * same reasons. What is measured right before a start is not among it.
 */
export const airworthinessOf = ({ dock, drone }: Against, policy: GatePolicy): Airworthiness => {
  // That its aircraft is unfit is judged by the reasons of the aircraft.
  const own = dock.filter((reason) => reason !== 'carried');
  const down =
    own.some((reason) => reason !== 'unheard' && grounds(itemOfDock[reason], reason, policy)) ||
    // A red alarm of the aircraft stands in the same list of the check as one of the dock.
    drone.some((reason) => grounds(reason === 'alarm' ? 'health' : 'airworthy', reason, policy));
  if (down) return 'grounded';
  const all = [...own, ...drone];
  if (all.includes('unheard')) return 'unheard';
  return all.length > 0 ? 'warned' : 'fit';
};
