import { z } from 'zod';
import { limits } from '../limits.ts';
import { sentInstant, text } from '../shape.ts';
import { backgroundStates } from './work.ts';

/** When the instance backs itself up, and how many files stay on a server. */
export const backupPlanFields = {
  enabled: z.boolean(),
  /** Hour of the day in the time zone. */
  hour: z.number().int().min(0).max(23),
  timeZone: text(64),
  keep: z.number().int().min(1).max(limits.operation.backup.keepMost),
};

export const backupPlan = z.object({
  ...backupPlanFields,
  timeZone: z.string(),
  /** Null while it is off. */
  nextAt: sentInstant.nullable(),
  /** The last one that the plan began; null: none yet. */
  last: z
    .object({
      state: z.enum(backgroundStates),
      createdAt: sentInstant,
      endedAt: sentInstant.nullable(),
      /** The server on which the file lies. */
      instanceId: z.string().nullable(),
      name: z.string().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type BackupPlan = z.output<typeof backupPlan>;
