import { z } from 'zod';
import { sentInstant } from '../shape.ts';

/** What a dock does on its way in, in this order. */
export const connectionSteps = [
  'tcp',
  'tls',
  'connect',
  'config',
  'bindStatus',
  'organisationGet',
  'organisationBind',
  'topology',
  'telemetry',
] as const;
export type ConnectionStep = (typeof connectionSteps)[number];

/** `skipped`: this address does without it, such as TLS on a plain one, or the contract of the device has no such step. */
export const stepOutcomes = ['done', 'failed', 'skipped'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** Steps that only the broker sees: one outside this server says nothing of them. */
const brokerSteps: readonly ConnectionStep[] = ['tcp', 'tls', 'connect'];

/**
 * Why a step has no record: it is still to come, or it went by unseen. A dock that came further must have taken it.
 * @param watched whether this server sees who signs in to its broker
 */
export const unrecorded = (
  step: ConnectionStep,
  steps: readonly Pick<ConnectionStepRecord, 'step'>[],
  watched: boolean,
): 'waiting' | 'unseen' => {
  if (!watched && brokerSteps.includes(step)) return 'unseen';
  const place = connectionSteps.indexOf(step);
  return steps.some((one) => connectionSteps.indexOf(one.step) > place) ? 'unseen' : 'waiting';
};

/** Why a step failed. */
export const connectionFaults = [
  'wrongPassword',
  'identifierTaken',
  'twin',
  'disconnected',
  'licenceRefused',
  'codeWrong',
  'codeExpired',
  'codeSpent',
  'organisationWrong',
  'boundElsewhere',
  'serialElsewhere',
  'otherOrganisation',
  'clockOff',
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

/** The last time that a dock came to this step, and how it went. */
export const connectionStep = z.object({
  step: z.enum(connectionSteps),
  outcome: z.enum(stepOutcomes),
  fault: z.enum(connectionFaults).nullable(),
  at: sentInstant,
  /** Level of the protocol: 3 (MQTT 3.1), 4 (3.1.1) or 5; only of the sign-in. */
  protocol: z.number().int().nullable(),
  /** Return code of the sign-in as MQTT 3.1.1 numbers it, or of the answer to a question of the dock; 0: taken. */
  code: z.number().int().nullable(),
  /** Clock of the dock minus that of this server, s; only of telemetry. */
  clockOffset: z.number().nullable(),
});
export type ConnectionStepRecord = z.output<typeof connectionStep>;

/** How far an address is heard: on this machine only, in its own network, or further. */
export const reachScopes = ['machine', 'network', 'world'] as const;
export type ReachScope = (typeof reachScopes)[number];
export const reachFaults = ['noSuchName', 'refused', 'timeout', 'notABroker', 'failed'] as const;

/** What a dock needs before it can come, as far as this server can look for it. */
export const connectionNeeds = [
  'licence',
  'brokerAddress',
  'encryption',
  'publicAddress',
  'videoAddress',
  'timeServer',
  'dock',
  'controller',
] as const;

/**
 * `attention`: it works with a limit that is said. `missing`: a dock cannot come, or cannot fly, without it.
 * `notChecked`: this server cannot look at it.
 */
export const needStates = ['fine', 'attention', 'missing', 'notChecked'] as const;
export const needReasons = [
  /** It is set; whether it is accepted only the dock finds out. */
  'set',
  'notSet',
  'encrypted',
  'plain',
  ...reachScopes,
  ...reachFaults,
  /** The time server answers, and the clock of this server agrees with it. */
  'answers',
  'clockOff',
  'byHand',
] as const;
export const connectionNeed = z.object({
  need: z.enum(connectionNeeds),
  state: z.enum(needStates),
  reason: z.enum(needReasons),
  /** Address or host that was looked at; null: none. */
  value: z.string().nullable(),
  /** Variable of this server that sets it; null: it is not set there. */
  setting: z.string().nullable(),
});
export type ConnectionNeed = z.output<typeof connectionNeed>;
