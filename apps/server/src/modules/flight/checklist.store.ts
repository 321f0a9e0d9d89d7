import type { AnsweredChecklist, ChecklistAnswer } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** What was answered before a flight; null: nobody has. */
export const answeredOf = async (db: DbOrTrx, flightOID: string): Promise<AnsweredChecklist | null> => {
  const { rows } = await sql<AnsweredChecklist>`select flight.checklist -> 'answers' as answers,
      coalesce(member.name, '–') as by, (flight.checklist ->> 'at')::float8 as at
    from flight left join member on member.oid = (flight.checklist ->> 'by')::uuid
    where flight.oid = ${flightOID}::uuid and flight.checklist is not null`.execute(db);
  return rows[0] ?? null;
};

/** @param at epoch ms */
export const storeAnswers = async (
  trx: DbOrTrx,
  flightOID: string,
  kept: { answers: readonly ChecklistAnswer[]; by: string; at: number },
): Promise<void> => {
  await trx
    .updateTable('flight')
    .set({ checklist: JSON.stringify(kept) })
    .where('oid', '=', flightOID)
    .where('state', '=', 'created')
    .execute();
};
