import { startMethods } from '@eyrie/domain';
import type { Wire } from '../../platform/mqtt/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { wireOf } from '../dock/index.ts';

type Scope = { groupRoot: string; groupOID: string };

/** True when the task is inside the scope; it then cannot be deleted until the transaction ends. */
export const holdTask = async (trx: DbOrTrx, scope: Scope, taskOID: string): Promise<boolean> =>
  (await trx
    .selectFrom('task')
    .select('oid')
    .where('oid', '=', taskOID)
    .where('deleted_at', 'is', null)
    .where(inScope('task.group_oid', scope))
    .forShare()
    .executeTakeFirst()) !== undefined;

/** Whether a task stands still: nothing is arranged for it until it is restored. */
export const isTaskPaused = async (trx: DbOrTrx, taskOID: string): Promise<boolean> =>
  (await trx
    .selectFrom('task')
    .select('oid')
    .where('oid', '=', taskOID)
    .where('paused', '=', true)
    .executeTakeFirst()) !== undefined;

/** When the run that a flight belongs to is due, if that is after a moment; null: it may begin, or is no run. */
export const dueAfter = async (trx: DbOrTrx, flightOID: string, now: Date): Promise<Date | null> => {
  const run = await trx
    .selectFrom('task_occurrence')
    .select('due_at')
    .where('flight_oid', '=', flightOID)
    .where('state', '=', 'planned')
    .where('due_at', '>', now)
    .executeTakeFirst();
  return run?.due_at ?? null;
};

interface SeenDock {
  name: string;
  retired: boolean;
  wire: Wire;
}

const readDock = async (
  db: DbOrTrx,
  scope: Scope,
  dockOID: string,
  held: boolean,
): Promise<SeenDock | null> => {
  const dock = await db
    .selectFrom('dock')
    .select(['name', 'retired_at', 'vendor'])
    .where('oid', '=', dockOID)
    .where('kind', '=', 'dock')
    .where('deleted_at', 'is', null)
    .where(inScope('dock.group_oid', scope))
    .$if(held, (query) => query.forKeyShare())
    .executeTakeFirst();
  return dock ? { name: dock.name, retired: dock.retired_at !== null, wire: wireOf(dock) } : null;
};

/** The dock, when it stands inside the scope. */
export const dockSeen = (db: DbOrTrx, scope: Scope, dockOID: string): Promise<SeenDock | null> =>
  readDock(db, scope, dockOID, false);

/** The dock, when it stands inside the scope; it then cannot be deleted or retired until the transaction ends. */
export const holdDock = (trx: DbOrTrx, scope: Scope, dockOID: string): Promise<SeenDock | null> =>
  readDock(trx, scope, dockOID, true);

/** Holds a flight against deletion and every change of its state until the transaction ends. */
export const lockFlight = async (trx: DbOrTrx, oid: string): Promise<void> => {
  await trx.selectFrom('flight').select('oid').where('oid', '=', oid).forNoKeyUpdate().executeTakeFirst();
};

/**
 * True when the end of a flight was ordered after a start of it and the dock has not refused it, or when an earlier
 * order to end it is still on its way: it would end what the start begins.
 */
export const endOrdered = async (
  trx: DbOrTrx,
  flightOID: string,
  start: { oid: string },
): Promise<boolean> => {
  const end = await trx
    .selectFrom('command')
    .select('command.oid')
    .where('flight_oid', '=', flightOID)
    .where('method', '=', 'forceEndJob')
    .where('state', 'not in', ['drafted', 'expired', 'failed', 'rejected'])
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['authorised', 'sent', 'accepted', 'in_progress']),
        eb(
          'created_at',
          '>=',
          eb.selectFrom('command as start').select('start.created_at').where('start.oid', '=', start.oid),
        ),
      ]),
    )
    .executeTakeFirst();
  return end !== undefined;
};

/** Starts on a dock that are under way, or of which nobody knows what became while their flight has not ended. */
const openStarts = (db: DbOrTrx, dockOID: string) =>
  db
    .selectFrom('command')
    .innerJoin('flight', 'flight.oid', 'command.flight_oid')
    .where('command.dock_oid', '=', dockOID)
    .where('command.method', 'in', [...startMethods])
    .where('command.state', 'in', ['authorised', 'sent', 'unknown'])
    .where('flight.state', '!=', 'over');

/**
 * Serialises starts on one dock: the dock's row stays locked until the transaction ends. True when another start is
 * under way, or nobody knows what became of it and its flight has not ended.
 */
export const otherStartUnderWay = async (
  trx: DbOrTrx,
  dockOID: string,
  commandOID: string,
): Promise<boolean> => {
  await trx.selectFrom('dock').select('oid').where('oid', '=', dockOID).forNoKeyUpdate().executeTakeFirst();
  const other = await openStarts(trx, dockOID)
    .select('command.oid')
    .where('command.oid', '!=', commandOID)
    .executeTakeFirst();
  return other !== undefined;
};

/** Waiting flights with a start that nobody knows the outcome of, or that may just be leaving, by their docks. */
export const unknownStartsOn = async (
  db: DbOrTrx,
  dockOIDs: readonly string[],
): Promise<Map<string, string>> => {
  if (dockOIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('command')
    .innerJoin('flight', 'flight.oid', 'command.flight_oid')
    .select(['command.dock_oid', 'flight.oid'])
    .where('command.dock_oid', 'in', [...dockOIDs])
    .where('command.method', 'in', [...startMethods])
    .where('command.state', 'in', ['authorised', 'sent', 'unknown', 'accepted_late'])
    .where('flight.state', '=', 'created')
    .execute();
  return new Map(rows.map((row) => [row.dock_oid, row.oid]));
};

/** The flight waits, and of its start it is still not known what became. */
export const isStartUnknown = async (db: DbOrTrx, flightOID: string): Promise<boolean> =>
  (await db
    .selectFrom('command')
    .innerJoin('flight', 'flight.oid', 'command.flight_oid')
    .select('command.oid')
    .where('command.flight_oid', '=', flightOID)
    .where('command.method', 'in', [...startMethods])
    .where('command.state', 'in', ['unknown', 'accepted_late'])
    .where('flight.state', '=', 'created')
    .executeTakeFirst()) !== undefined;

/** Another flight that has such a start on the dock: no other one can begin before it has ended. */
export const flightStarting = async (
  db: DbOrTrx,
  dockOID: string,
  flightOID: string,
): Promise<string | null> => {
  const other = await openStarts(db, dockOID)
    .select('flight.oid')
    .where('flight.oid', '!=', flightOID)
    .executeTakeFirst();
  return other?.oid ?? null;
};
