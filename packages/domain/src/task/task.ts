import { z } from 'zod';
import { flightPhases } from '../flight/phase.ts';
import { oid, recordVersion, sentInstant } from '../shape.ts';

export const taskTypes = ['manual', 'single', 'repeat'] as const;
export const taskStatuses = ['scheduled', 'paused', 'flying', 'done'] as const;

export const taskRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  type: z.enum(taskTypes),
  status: z.enum(taskStatuses),
  flightCount: z.number().int(),
  currentFlightOID: oid.nullable(),
  currentDockOID: oid.nullable(),
  /** Where its current flight stands. */
  currentPhase: z.enum(flightPhases).nullable(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type TaskRecord = z.output<typeof taskRecord>;
