import type { CommandState } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';

/** What the dock of a flight waits for: %, MB, and between which moments. */
export interface FlightCondition {
  battery: number;
  storage: number | null;
  beginsAt: Date;
  endsAt: Date;
}

/** Orders that the dock did not take. */
const notTaken: ReadonlySet<CommandState> = new Set(['drafted', 'failed', 'expired', 'rejected']);

/** Whether the dock has the task, or may have it. */
export const mayLie = ({
  preparedAt,
  readyAt,
  prepareState,
}: Pick<OpenCondition, 'preparedAt' | 'readyAt' | 'prepareState'>): boolean =>
  preparedAt !== null || readyAt !== null || (prepareState !== null && !notTaken.has(prepareState));

/** Keeps what a flight that waits is to wait for. Part of the transaction that gives a run this flight. */
export const keepCondition = async (
  trx: DbOrTrx,
  flightOID: string,
  { battery, storage, beginsAt, endsAt }: FlightCondition,
): Promise<void> => {
  await trx
    .insertInto('flight_condition')
    .values({ flight_oid: flightOID, battery, storage, begins_at: beginsAt, ends_at: endsAt })
    .execute();
};

/** A condition that is not closed, with what became of its flight and of the orders for it. */
export interface OpenCondition {
  flightOID: string;
  dockOID: string;
  groupRoot: string;
  memberOID: string;
  flightState: 'created' | 'inFlight' | 'over';
  begun: boolean;
  /** A start of the flight may still be on its way. */
  starting: boolean;
  endsAt: Date;
  preparedAt: Date | null;
  readyAt: Date | null;
  /** When the dock was last asked to take it, and what became of that order; null: it was not asked. */
  prepareAt: Date | null;
  prepareState: CommandState | null;
  /** How many of these orders came to nothing or stayed without an answer: once it has it, it is not asked again. */
  prepareRefused: number;
  /** The same of taking it back. */
  undoAt: Date | null;
  undoState: CommandState | null;
  undoRefused: number;
}

/** Orders for a flight that came to nothing, or of which nobody knows; counted from their rows, as any server may go on. */
const refusedOf = (method: 'prepareJob' | 'undoJob') => sql<number>`(select count(*)::int from command refused
  where refused.flight_oid = flight.oid and refused.method = ${sql.lit(method)}
    and refused.state in ('failed', 'rejected', 'expired', 'unknown'))`;

const open = sql`flight_condition join flight on flight.oid = flight_condition.flight_oid
  left join command prepare on prepare.oid = flight_condition.prepare_oid
  left join command undo on undo.oid = flight_condition.undo_oid
  where flight_condition.closed_at is null`;

/** Flights with a condition that is not closed of which something may be next: what lies at its dock only waits. */
export const openConditions = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select flight_condition.flight_oid as oid from flight_condition
      join flight on flight.oid = flight_condition.flight_oid
    where closed_at is null and (flight.state <> 'created' or prepared_at is null) and (${after}::uuid is null or flight_oid > ${after}::uuid)
    order by flight_oid limit ${most}`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** One of them, held with its flight. Undefined: it is closed, or whoever holds it is deciding. */
export const lockCondition = async (trx: DbOrTrx, flightOID: string): Promise<OpenCondition | undefined> => {
  const { rows: held } = await sql`select flight.oid from flight_condition
    join flight on flight.oid = flight_condition.flight_oid
    where flight.oid = ${flightOID}::uuid for no key update of flight_condition, flight skip locked`.execute(
    trx,
  );
  if (held.length === 0) return undefined;
  // Asked after it is held: another server may have ordered between the two.
  const { rows } = await sql<OpenCondition>`select flight.oid as "flightOID", flight.dock_oid as "dockOID",
      flight.group_root as "groupRoot", flight.executor_oid as "memberOID", flight.state as "flightState",
      flight.start_time is not null as begun, flight_condition.ends_at as "endsAt",
      exists (select 1 from command where command.flight_oid = flight.oid and command.method = 'startJob'
        and command.state in ('drafted', 'authorised', 'sent', 'unknown')) as starting,
      flight_condition.prepared_at as "preparedAt", flight_condition.ready_at as "readyAt",
      flight_condition.prepare_at as "prepareAt", prepare.state as "prepareState",
      ${refusedOf('prepareJob')} as "prepareRefused",
      flight_condition.undo_at as "undoAt", undo.state as "undoState", ${refusedOf('undoJob')} as "undoRefused"
    from ${open} and flight.oid = ${flightOID}::uuid`.execute(trx);
  return rows[0];
};

/** That the dock was asked to take it, or to give it back. */
export const storeAsked = async (
  trx: DbOrTrx,
  flightOID: string,
  method: 'prepareJob' | 'undoJob',
  { commandOID, at }: { commandOID: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('flight_condition')
    .set(
      method === 'prepareJob'
        ? { prepare_oid: commandOID, prepare_at: at }
        : { undo_oid: commandOID, undo_at: at },
    )
    .where('flight_oid', '=', flightOID)
    .execute();
};

/** That the dock has taken it. */
export const storePrepared = async (db: DbOrTrx, flightOID: string, at: Date): Promise<void> => {
  await db
    .updateTable('flight_condition')
    .set({ prepared_at: at })
    .where('flight_oid', '=', flightOID)
    .where('prepared_at', 'is', null)
    .execute();
};

export const closeCondition = async (trx: DbOrTrx, flightOID: string, at: Date): Promise<void> => {
  await trx
    .updateTable('flight_condition')
    .set({ closed_at: at })
    .where('flight_oid', '=', flightOID)
    .where('closed_at', 'is', null)
    .execute();
};

/** That a dock reported that flights of its own are ready which wait; the first report counts. */
export const storeReady = async (
  db: Db,
  dockOID: string,
  flightOIDs: readonly string[],
  at: Date,
): Promise<void> => {
  if (flightOIDs.length === 0) return;
  await sql`update flight_condition set ready_at = ${at}, prepared_at = coalesce(prepared_at, ${at})
    from flight where flight.oid = flight_condition.flight_oid and flight.dock_oid = ${dockOID}::uuid
      and flight.state = 'created' and flight_condition.closed_at is null and flight_condition.ready_at is null
      and flight_condition.prepare_oid is not null
      and flight.oid = any(${[...flightOIDs]}::uuid[])`.execute(db);
};

/** What lies at the dock of a flight, for the order that starts it. */
export const conditionOf = async (
  db: DbOrTrx,
  flightOID: string,
): Promise<(FlightCondition & { lies: boolean; ready: boolean }) | undefined> => {
  const row = await db
    .selectFrom('flight_condition')
    .leftJoin('command as prepare', 'prepare.oid', 'flight_condition.prepare_oid')
    .selectAll('flight_condition')
    .select('prepare.state as prepareState')
    .where('flight_condition.flight_oid', '=', flightOID)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      battery: row.battery,
      storage: row.storage,
      beginsAt: row.begins_at,
      endsAt: row.ends_at,
      lies: mayLie({
        preparedAt: row.prepared_at,
        readyAt: row.ready_at,
        prepareState: row.prepareState as CommandState | null,
      }),
      ready: row.ready_at !== null,
    }
  );
};
