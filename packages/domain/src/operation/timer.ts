import { z } from 'zod';
import { sentInstant } from '../shape.ts';

/** What a server knows of one of its timers. Times are milliseconds. */
export const timerState = z.object({
  /** `<room>.<what>`; its words are the phrase `timer.<name>`. */
  name: z.string(),
  every: z.number().int(),
  /** `any`: one server a period is enough; `instance`: each server for itself. */
  once: z.enum(['instance', 'any']),
  /** The beginning of the last run; null: there was none since the start of the server. */
  lastRunAt: sentInstant.nullable(),
  /** How long the last run took that ended. */
  took: z.number().int().nullable(),
  running: z.boolean(),
  nextAt: sentInstant.nullable(),
  /** Since the start of the server. */
  failures: z.number().int(),
  /** Null: the last run went well. */
  failingSince: sentInstant.nullable(),
});

export const timerRecord = timerState.extend({
  /** The server whose timer it is, or that ran it last. */
  instanceId: z.string(),
  /** How long ago that server said so, ms. */
  age: z.number().int(),
});
export type TimerRecord = z.output<typeof timerRecord>;
