import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Alarms that still stand are kept, however old. */
const old = {
  device_message: sql<boolean>`at < `,
  device_exception: sql<boolean>`at < `,
  device_health: sql<boolean>`cleared_at is not null and last_at < `,
} as const;

/** Deletes rows older than a moment, in pieces, so that nothing else waits long. @returns how many. */
export async function dropOldRows(
  db: DbOrTrx,
  table: keyof typeof old,
  before: Date,
  piece: number = limits.deviceHealth.cleanupRows,
): Promise<number> {
  let dropped = 0;
  for (let turn = 0; turn < limits.deviceHealth.cleanupRounds; turn += 1) {
    const result = await sql`
      delete from ${sql.table(table)} where oid in (
        select oid from ${sql.table(table)} where ${old[table]}${before} limit ${piece})`.execute(db);
    const count = Number(result.numAffectedRows ?? 0n);
    dropped += count;
    if (count < piece) break;
  }
  return dropped;
}
