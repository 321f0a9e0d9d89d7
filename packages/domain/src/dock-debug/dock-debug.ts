import type { OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';

/** Orders of remote debugging, in the order in which a person works through them. */
export const debugMethods = [
  'debugModeOpen',
  'debugModeClose',
  'coverOpen',
  'coverClose',
  'putterOpen',
  'putterClose',
  'droneOpen',
  'droneClose',
  'chargeOpen',
  'chargeClose',
  'supplementLightOpen',
  'supplementLightClose',
  'deviceReboot',
] as const;
export type DebugMethod = (typeof debugMethods)[number];

/** Nothing is moved at a dock that has a flight under way, or whose aircraft is in the air. */
const busy = ({ airborne, job }: OrderFacts): RefusalReason | null =>
  airborne ? 'aircraftFlies' : job ? 'dockBusy' : null;

/** Remote debugging begins at an idle dock. */
export const offerDebugOpen = (facts: OrderFacts): RefusalReason | null => {
  if (facts.workState === 'remoteDebug') return 'debugOn';
  return busy(facts) ?? (facts.workState === 'idle' ? null : 'dockBusy');
};

/** A dock is worked at only in remote debugging, which nothing else may interrupt. */
export const offerInDebug = (facts: OrderFacts): RefusalReason | null =>
  busy(facts) ?? (facts.workState === 'remoteDebug' ? null : 'debugMissing');

/** Only the first generation has rods that hold the aircraft. */
export const offerRods = (facts: OrderFacts): RefusalReason | null =>
  facts.rods ? offerInDebug(facts) : 'methodMissing';

/** Progress that a dock tells of one of these orders, as it names it. */
export const debugJobStates = [
  'sent',
  'in_progress',
  'ok',
  'paused',
  'rejected',
  'failed',
  'canceled',
  'timeout',
] as const;
export type DebugJobState = (typeof debugJobStates)[number];
