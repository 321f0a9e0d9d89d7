import { z } from 'zod';
import { sentInstant } from '../shape.ts';

/** What is measured. `docks` and `work` are the organisation's own; the rest is the instance's. */
export const healthParts = [
  'docks',
  'work',
  'process',
  'database',
  'broker',
  'video',
  'bulk',
  'storage',
] as const;
export type HealthPartName = (typeof healthParts)[number];

/** `strained`: works, and needs somebody to look. `unknown`: could not be measured. */
export const healthStates = ['fine', 'strained', 'down', 'unknown'] as const;
export type HealthState = (typeof healthStates)[number];

/**
 * Measured values and their units. Times are milliseconds, sizes bytes, the rest counts: a rate is per second.
 */
export const healthFigureNames = [
  'total',
  'online',
  'waiting',
  'oldest',
  'running',
  'failed',
  'stuck',
  'answer',
  'size',
  'connections',
  'connectionsMost',
  'connectedFor',
  'messageRate',
  'accountsMissing',
  'streams',
  'free',
  'used',
  'loopLag',
  'memory',
  'uptime',
  'clockOffset',
] as const;
export type HealthFigureName = (typeof healthFigureNames)[number];
export type HealthFigures = Partial<Record<HealthFigureName, number | null>>;

/** Why a part is not fine. */
export const healthReasons = [
  'docksOffline',
  'workWaits',
  'workFailed',
  'workStuck',
  'clockOff',
  'loopSlow',
  'connectionsLow',
  'slow',
  'noConnection',
  'lateDelivery',
  'accountsMissing',
  'managementAway',
  'docksWait',
  'diskFull',
  'starting',
  'ended',
  'restarted',
  'noAnswer',
  'failed',
] as const;
export type HealthReason = (typeof healthReasons)[number];

export const healthPart = z.object({
  part: z.enum(healthParts),
  /** The server that measured; null: counted for the whole organisation. */
  instanceId: z.string().nullable(),
  state: z.enum(healthStates),
  figures: z.array(z.object({ name: z.enum(healthFigureNames), value: z.number().nullable() })),
  /** Null when it is fine. */
  reason: z.enum(healthReasons).nullable(),
  measuredAt: sentInstant,
  /** How old the measurement was when this answer was made, ms. */
  age: z.number().int(),
});
export type HealthPart = z.output<typeof healthPart>;
