import { commandRules, limits, type CommandMethod, type RefusalReason } from '@eyrie/domain';
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
import type { CommandPlans, OfferMoment, PlanContext, PlanRefusal } from './command.plan.ts';

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

/** Why the state of a device says nothing of now; null: it does. */
const notFresh = (link: DockLink, now: number): PlanRefusal | null => {
  if (isHeld(link, now)) return { reason: 'startingUp' };
  if (!dockOnline(link, now)) return { reason: 'dockOffline' };
  const age = dockAge(link, now);
  return age === null || age > limits.command.stateFresh
    ? { reason: 'stateStale', values: { seconds: Math.ceil((age ?? 0) / 1000) } }
    : null;
};

const requireFreshState = ({ link, now }: PlanContext): void => {
  const refusal = notFresh(link, now);
  if (refusal) throw new Refusal(refusal.reason, refusal.values ? { values: refusal.values } : {});
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

/** Whether the pilot of a controller agreed to somebody: without that nobody's order goes out. */
const consentGiven = (link: DockLink, method: CommandMethod): boolean => {
  const { memberOID = '', epoch = null } = link.controller?.consent ?? {};
  return consentCovers(link, { method, issuedBy: memberOID, epoch });
};

/**
 * Which of these rules would refuse an order of a member now, whoever gives it and with what; null: none. It asks what
 * `refuseByState` asks, in the same order, and decides nothing: every order is refused anew when it is given.
 */
export const offerByState = (
  method: CommandMethod,
  moment: OfferMoment,
  plans: CommandPlans,
): RefusalReason | null => {
  const { link, now } = moment;
  if (!link.dock.proved) return 'notProved';
  const { emergency, withoutLease } = commandRules[method];
  const old = withoutLease ? null : notFresh(link, now);
  if (old) return old.reason;
  if (!consentGiven(link, method)) return 'consentMissing';
  if (emergency && !aircraftKnown(link, now)) return null;
  return plans[method].offer?.(moment)?.reason ?? null;
};
