import { commandRules, limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { dockAge, dockOnline, droneAge, statusOf, type DockLink } from '../dock/index.ts';
import type { CommandPlans, PlanContext } from './command.plan.ts';

export interface StateRuleDependencies {
  plans: CommandPlans;
  brokerUp(): boolean;
}

/** Is the state of the aircraft known now: by its own word, or because it stands in its dock. */
const aircraftKnown = (link: DockLink, now: number): boolean => {
  const fresh = (age: number | null): boolean => age !== null && age <= limits.command.stateFresh;
  if (!dockOnline(link, now) || !fresh(dockAge(link, now))) return false;
  return fresh(droneAge(link, now)) || statusOf(link, now).droneInDock === true;
};

const requireFreshState = ({ link, now }: PlanContext): void => {
  if (now < link.holdUntil) throw new Refusal('startingUp');
  if (!dockOnline(link, now)) throw new Refusal('dockOffline');
  const age = dockAge(link, now);
  if (age === null || age > limits.command.stateFresh)
    throw new Refusal('stateStale', { values: { seconds: Math.ceil((age ?? 0) / 1000) } });
};

/**
 * The rules that need no database: broker, dock, age of its state, restart hold, and what the plan of the command
 * sees in that state. Throws the refusal of the first that does not hold.
 */
export const refuseByState = (context: PlanContext, { plans, brokerUp }: StateRuleDependencies): void => {
  const { link, now, command } = context;
  if (!brokerUp()) throw new Refusal('brokerDown');
  if (!commandRules[command.method].emergency) requireFreshState(context);
  // Return-home and hover stay free of the freshness rule as long as the broker link exists. Only what is
  // known to be down is refused: an aircraft not heard of may be in the air.
  else if (!aircraftKnown(link, now)) return;
  const refusal = plans[command.method].refuse(context);
  if (refusal) throw new Refusal(refusal.reason, { values: refusal.values ?? {} });
};
