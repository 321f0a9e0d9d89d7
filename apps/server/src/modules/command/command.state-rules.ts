import { commandRules, limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  consentCovers,
  dockAge,
  dockOnline,
  isHeld,
  droneAge,
  requireProved,
  statusOf,
  type DockLink,
} from '../dock/index.ts';
import type { CommandPlans, PlanContext } from './command.plan.ts';

export interface StateRuleDependencies {
  plans: CommandPlans;
  brokerUp(): boolean;
}

/** Whether the state of the aircraft is known now: from its own message, or because it is in its dock. */
const aircraftKnown = (link: DockLink, now: number): boolean => {
  const fresh = (age: number | null): boolean => age !== null && age <= limits.command.stateFresh;
  if (!dockOnline(link, now) || !fresh(dockAge(link, now))) return false;
  return fresh(droneAge(link, now)) || statusOf(link, now).droneInDock === true;
};

const requireFreshState = ({ link, now }: PlanContext): void => {
  if (isHeld(link, now)) throw new Refusal('startingUp');
  if (!dockOnline(link, now)) throw new Refusal('dockOffline');
  const age = dockAge(link, now);
  if (age === null || age > limits.command.stateFresh)
    throw new Refusal('stateStale', { values: { seconds: Math.ceil((age ?? 0) / 1000) } });
};

const requirePlan = (context: PlanContext, plans: CommandPlans): void => {
  const refusal = plans[context.command.method].refuse(context);
  if (refusal) throw new Refusal(refusal.reason, { values: refusal.values ?? {} });
};

/**
 * The rules that need no database: whose the device is, broker, dock, age of its state, restart hold, and the state rules of the plan.
 * Throws the first refusal.
 */
export const refuseByState = (context: PlanContext, { plans, brokerUp }: StateRuleDependencies): void => {
  const { link, now, command } = context;
  requireProved(link.dock);
  if (!brokerUp()) throw new Refusal('brokerDown');
  const { emergency, withoutLease } = commandRules[command.method];
  if (!withoutLease) requireFreshState(context);
  if (!consentCovers(link, command)) throw new Refusal('consentMissing');
  // Return-home and hover do not need fresh state: an aircraft that is not heard may be in the air.
  if (emergency && !aircraftKnown(link, now)) return;
  requirePlan(context, plans);
};
