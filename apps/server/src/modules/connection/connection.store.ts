import { connectionSteps, limits, type ConnectionStepRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface StepNote extends ConnectionStepRecord {
  dockOID: string;
}

/** Writes down how steps went, all in one statement; an older word never replaces a newer one. */
export async function writeSteps(db: DbOrTrx, notes: readonly StepNote[]): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map((note) => ({ ...note, at: new Date(note.at) }));
  await sql`
    insert into dock_connection as known (dock_oid, step, outcome, fault, at, protocol, code, clock_offset)
    select r."dockOID", r.step, r.outcome, r.fault, r.at, r.protocol, r.code, r."clockOffset"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("dockOID" uuid, step text, outcome text, fault text,
      at timestamptz, protocol smallint, code integer, "clockOffset" real)
    order by r."dockOID", r.step
    on conflict (dock_oid, step) do update
      set outcome = excluded.outcome, fault = excluded.fault, at = excluded.at, protocol = excluded.protocol,
        code = excluded.code, clock_offset = excluded.clock_offset
      where known.at <= excluded.at`.execute(db);
}

export async function stepsOf(db: DbOrTrx, dockOID: string): Promise<ConnectionStepRecord[]> {
  const rows = await db.selectFrom('dock_connection').selectAll().where('dock_oid', '=', dockOID).execute();
  return rows
    .map(({ step, outcome, fault, at, protocol, code, clock_offset }) => ({
      step,
      outcome,
      fault,
      at: at.getTime(),
      protocol,
      code,
      clockOffset: clock_offset,
    }))
    .toSorted((a, b) => connectionSteps.indexOf(a.step) - connectionSteps.indexOf(b.step));
}

/** The code of a dock that is not bound; the former one ends. */
export const putCode = async (
  trx: DbOrTrx,
  code: { dockOID: string; hash: Buffer; expiresAt: Date },
): Promise<void> => {
  const row = { code_hash: code.hash, expires_at: code.expiresAt, used_at: null };
  await trx
    .insertInto('binding_code')
    .values({ dock_oid: code.dockOID, ...row })
    .onConflict((conflict) => conflict.column('dock_oid').doUpdateSet(row))
    .execute();
};

export const codeOf = async (
  db: DbOrTrx,
  dockOID: string,
): Promise<{ hash: Buffer; expiresAt: number; used: boolean } | null> => {
  const row = await db
    .selectFrom('binding_code')
    .selectAll()
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  return row
    ? { hash: row.code_hash, expiresAt: row.expires_at.getTime(), used: row.used_at !== null }
    : null;
};

/** Uses up a code, once. @returns false when it was used meanwhile, is another one or is over */
export const useCode = async (trx: DbOrTrx, dockOID: string, hash: Buffer, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('binding_code')
    .set({ used_at: now })
    .where('dock_oid', '=', dockOID)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The newest messages of a dock and to it, newest first, as they are kept: without secrets. */
export const newestMessages = async (db: DbOrTrx, dockOID: string): Promise<unknown[]> =>
  db
    .selectFrom('device_message')
    .select([
      'at',
      'last_at',
      'repeats',
      'device',
      'direction',
      'kind',
      'method',
      'tid',
      'bid',
      'result',
      'size',
      'payload',
    ])
    .where('dock_oid', '=', dockOID)
    .orderBy('at', 'desc')
    .limit(limits.connection.messages)
    .execute();
