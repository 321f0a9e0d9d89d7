import { sql } from 'kysely';
import { openCommandStates, releasedCommandStates, startMethods, type CommandMethod } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { commandOf, selectCommands, type Command, type DraftedCommand } from './command.store.ts';

/** Commands of a dock of the last day of which it is still open what became. Oldest first. */
export const openCommands = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<Command[]> => {
  if (dockOIDs.length === 0) return [];
  const rows = await selectCommands(db)
    .where('dock_oid', 'in', [...dockOIDs])
    .where('state', 'in', openCommandStates)
    .where('command.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('command.created_at')
    .execute();
  return rows.map(commandOf);
};

/** Docks to which a start was sent of which nobody knows what became, while its flight is not over. */
export const startsUnresolved = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<Set<string>> => {
  if (dockOIDs.length === 0) return new Set();
  const rows = await db
    .selectFrom('command')
    .innerJoin('flight', 'flight.oid', 'command.flight_oid')
    .select('command.dock_oid')
    .where('command.dock_oid', 'in', [...dockOIDs])
    .where('command.method', 'in', [...startMethods])
    .where('command.state', 'in', releasedCommandStates)
    .where('flight.state', '!=', 'over')
    .execute();
  return new Set(rows.map((row) => row.dock_oid));
};

/** Orders for these docks that no gateway has picked up yet. */
export const draftedCommands = async (
  db: DbOrTrx,
  dockOIDs: readonly string[],
): Promise<DraftedCommand[]> => {
  if (dockOIDs.length === 0) return [];
  const rows = await db
    .selectFrom('command')
    .select(['oid', 'dock_oid', 'method'])
    .where('state', '=', 'drafted')
    .where('dock_oid', 'in', [...dockOIDs])
    .execute();
  return rows.map((row) => ({ oid: row.oid, dockOID: row.dock_oid, method: row.method as CommandMethod }));
};

/** Orders whose time was over at `before` and that no gateway picked up. Oldest first. */
export const overdueDrafts = async (db: DbOrTrx, before: Date): Promise<Command[]> => {
  const rows = await selectCommands(db)
    .where('command.state', '=', 'drafted')
    .where('command.expires_at', '<', before)
    .orderBy('command.expires_at')
    .limit(100)
    .execute();
  return rows.map(commandOf);
};
