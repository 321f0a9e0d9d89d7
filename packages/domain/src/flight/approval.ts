import { z } from 'zod';
import { oid, sentInstant } from '../shape.ts';
import { keptSchedule } from '../task/schedule.ts';
import { approvalParts, approvalStates } from './approval-words.ts';
import { arrangementShape } from './flight.ts';

/** Hex characters of the checksum over all parts. */
export const approvalMark = z.string().regex(/^[0-9a-f]{64}$/);

/** The approval of a flight that a person arranged, or of a timed task with all its flights. */
export const approvalRecord = z.object({
  oid,
  groupOID: oid,
  groupName: z.string(),
  /** Null: the task is out of sight or gone. */
  taskOID: oid.nullable(),
  taskName: z.string().nullable(),
  /** Null: it is of the task. */
  flightOID: oid.nullable(),
  routeOID: oid.nullable(),
  routeName: z.string().nullable(),
  dockOID: oid.nullable(),
  dockName: z.string().nullable(),
  returnAltitude: z.number().nullable(),
  lostAction: arrangementShape.lostAction.nullable(),
  clarity: arrangementShape.clarity.nullable(),
  /** When the task flies; null: whoever starts the flight says so. */
  schedule: keptSchedule.nullable(),
  state: z.enum(approvalStates),
  askedBy: z.string(),
  askedAt: sentInstant,
  decidedBy: z.string().nullable(),
  decidedAt: sentInstant.nullable(),
  /** Why it was rejected; else empty. */
  reason: z.string(),
  /** Checksum over what would be approved now, or was; only by `get`, null where there is nothing to approve. */
  mark: approvalMark.nullable(),
  /** What differs from what was approved of the same thing before; only by `get`. */
  changed: z.array(z.enum(approvalParts)),
  allowed: z.array(z.string()),
});
export type ApprovalRecord = z.output<typeof approvalRecord>;
