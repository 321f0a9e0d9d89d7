import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Of orders that were under way when a backup was made nobody knows the outcome. @returns how many */
export async function markRestoredUnknown(trx: DbOrTrx, at: Date): Promise<number> {
  const entry = JSON.stringify({ at: at.getTime(), state: 'unknown', detail: 'restored' });
  const changed = await sql`
    update command set state = 'unknown', reason = 'restored', history = history || ${entry}::jsonb, updated_at = ${at}
    where state in ('drafted', 'authorised', 'sent', 'accepted', 'in_progress', 'accepted_late')`.execute(
    trx,
  );
  return Number(changed.numAffectedRows ?? 0);
}
