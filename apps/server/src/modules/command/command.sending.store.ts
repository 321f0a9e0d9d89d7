import { sql } from 'kysely';
import type { CommandMethod } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { commandOf, issuedByName, type Command } from './command.store.ts';

/** Marks until when a step of a command may be on its way to the broker. @returns the command as stored */
export const claimSending = async (trx: DbOrTrx, oid: string, until: number): Promise<Command> => {
  const row = await trx
    .updateTable('command')
    .set({ sending_until: new Date(until) })
    .where('oid', '=', oid)
    .returningAll()
    .returning(issuedByName)
    .executeTakeFirstOrThrow();
  return commandOf(row);
};

/** Adds to the history of a command without moving it. */
export const appendHistory = async (
  trx: DbOrTrx,
  oid: string,
  entry: Command['history'][number],
): Promise<void> => {
  await trx
    .updateTable('command')
    .set({ history: sql`history || ${JSON.stringify([entry])}::jsonb` })
    .where('oid', '=', oid)
    .execute();
};

/** True while an order under an earlier number of a lease may be on its way to the broker. */
export const isSending = async (
  db: DbOrTrx,
  { dockOID, methods, epoch }: { dockOID: string; methods: readonly CommandMethod[]; epoch: number },
  now: number,
): Promise<boolean> => {
  // A control that no order needs yet has none on its way.
  if (methods.length === 0) return false;
  const row = await db
    .selectFrom('command')
    .select('oid')
    .where('dock_oid', '=', dockOID)
    .where('method', 'in', [...methods])
    .where('lease_epoch', '<', String(epoch))
    .where('sending_until', '>', new Date(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
