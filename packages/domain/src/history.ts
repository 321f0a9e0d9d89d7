import { z } from 'zod';
import { call, type CallPermission } from './call.ts';
import { limits } from './limits.ts';
import { byOid, oid, recordVersion, sentInstant } from './shape.ts';

/** One change of a record by a person: how often it had been changed then, and what each field was and became. */
export const recordChange = z.object({
  version: recordVersion,
  at: sentInstant,
  by: z.object({ oid, name: z.string() }),
  changes: z.array(
    z.object({
      field: z.string(),
      from: z.unknown(),
      to: z.unknown(),
      /** What values are called that are names of other records; null: whoever reads it does not see that one. */
      called: z.object({ from: z.string().nullable(), to: z.string().nullable() }).optional(),
    }),
  ),
});
export type RecordChange = z.output<typeof recordChange>;

/** What comes with a refused edit whose version was no longer that of the record. */
export const changedMeanwhile = z.object({ version: recordVersion, changes: z.array(recordChange).min(1) });
export type ChangedMeanwhile = z.output<typeof changedMeanwhile>;

/** The call that lists who changed a record of a room. */
export const historyCall = (path: string, what: string, permission: CallPermission) =>
  call({
    method: 'POST',
    path,
    effect: 'reads',
    summary: `Who changed ${what}, when, from what to what: the last ${limits.list.historyMost} changes`,
    permission,
    request: byOid,
    response: z.object({ list: z.array(recordChange) }),
  });
