import { sql } from 'kysely';
import type { DbOrTrx, Runtime } from './runtime.ts';

/**
 * Takes rows of which people are to be notified, and notifies in the transaction that takes them: a server that dies in
 * between leaves both to the next one. What cannot be notified because of a fault is logged, and keeps back nothing else.
 * @param take marks the rows as notified
 */
export const notifyTaken = <Row>(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  take: (trx: DbOrTrx) => Promise<readonly Row[]>,
  notify: (row: Row, trx: DbOrTrx) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const row of await take(trx)) {
      await sql`savepoint notified`.execute(trx);
      try {
        await notify(row, trx);
        await sql`release savepoint notified`.execute(trx);
      } catch (err) {
        await sql`rollback to savepoint notified`.execute(trx);
        log.error({ err }, 'nobody was notified');
      }
    }
  });
