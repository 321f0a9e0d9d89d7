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

/** `skipped`: this address does without it, such as TLS on a plain one. */
export const stepOutcomes = ['done', 'failed', 'skipped'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

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
