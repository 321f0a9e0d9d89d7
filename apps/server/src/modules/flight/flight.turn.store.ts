import { openCommandStates, startMethods, type FlightOutcome } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';

/** A flight whose turn in its arrangement has come. */
export interface Turn {
  flightOID: string;
  groupRoot: string;
  dockOID: string;
  routeOID: string | null;
  /** In whose name it begins. */
  memberOID: string;
  /** From when its turn counts: the landing before it, or when its parts were let begin by themselves. */
  since: Date;
  gapSeconds: number;
  before: { place: number; done: boolean; outcome: FlightOutcome | null };
}

/**
 * Flights of arrangements in order that begin by themselves, with the part before them over. A part that is flown again is
 * started by a person: what went wrong was looked at by nobody else.
 */
const turns = sql`flight
  join flight_series series on series.oid = flight.series_oid
  join lateral (
    select part.series_place::int as place, part.state, part.outcome, done.at is not null as done,
      coalesce(done.at, part.end_time) as ended
    from flight part
      left join lateral (select max(flown.end_time) as at from flight flown where flown.series_oid = part.series_oid
        and flown.series_place = part.series_place and flown.deleted_at is null and flown.outcome = 'done') done on true
    where part.series_oid = flight.series_oid and part.series_place < flight.series_place and part.deleted_at is null
    order by part.series_place desc, part.created_at desc, part.oid desc limit 1
  ) before on before.state = 'over' and before.ended is not null
  left join flight_turn turn on turn.flight_oid = flight.oid`;
const since = sql`date_trunc('milliseconds', greatest(before.ended, series.starts_since))`;
const toLook = sql`flight.state = 'created' and flight.deleted_at is null and flight.series_place > 1
  and series.flown = 'inOrder' and series.starts_by is not null
  and not exists (select from flight former where former.series_oid = flight.series_oid
    and former.series_place = flight.series_place and former.oid <> flight.oid and former.created_at < flight.created_at)
  and (turn.flight_oid is null or turn.state = 'waits' or (turn.state = 'held'
    and (turn.since < ${since} or (turn.reason = 'partFailed' and before.done))))`;
const columns = sql`flight.oid as "flightOID", flight.group_root as "groupRoot", flight.dock_oid as "dockOID",
  flight.route_oid as "routeOID", series.starts_by as "memberOID", ${since} as since,
  series.gap_seconds::float8 as "gapSeconds",
  json_build_object('place', before.place, 'done', before.done, 'outcome', before.outcome) as before`;

/** Turns that have come by `now` and were not looked at after `lookedBefore`, those never first. */
export const turnsToLook = async (
  db: DbOrTrx,
  { now, lookedBefore, most }: { now: Date; lookedBefore: Date; most: number },
): Promise<Turn[]> => {
  const { rows } = await sql<Turn>`select ${columns} from ${turns}
    where ${toLook} and (turn.looked_at is null or turn.looked_at <= ${lookedBefore} or turn.since < ${since})
      and (not before.done or ${since} + series.gap_seconds * interval '1 second' <= ${now})
    order by turn.looked_at nulls first, flight.oid limit ${most}`.execute(db);
  return rows;
};

/** The start of another flight of its dock is on its way, or one is in the air. */
const dockTaken = sql<boolean>`exists (select from command join flight other on other.oid = command.flight_oid
    where command.dock_oid = flight.dock_oid and other.oid <> flight.oid and other.state <> 'over'
      and command.method = any(${[...startMethods]}::text[])
      and command.state in ('drafted', 'authorised', 'sent', 'unknown'))
  or exists (select from flight other where other.dock_oid = flight.dock_oid and other.state = 'inFlight')`;

/** One turn that is held with its flight until the transaction ends. */
export interface HeldTurn extends Turn {
  /** A person is just starting it, or nobody knows what became of that. */
  starting: boolean;
  dockTaken: boolean;
}

/** Undefined: it is decided, nobody lets it begin by itself any more, or whoever holds it is deciding. */
export const lockTurn = async (trx: DbOrTrx, flightOID: string): Promise<HeldTurn | undefined> => {
  const { rows: held } = await sql`select oid from flight where oid = ${flightOID}::uuid
    for no key update skip locked`.execute(trx);
  if (held.length === 0) return undefined;
  // Asked after it is held: another server may have decided between the two.
  const { rows } = await sql<HeldTurn>`select ${columns}, ${dockTaken} as "dockTaken",
      exists (select from command where command.flight_oid = flight.oid and command.method = 'startJob'
        and command.state = any(${[...openCommandStates]}::text[])) as starting
    from ${turns} where ${toLook} and flight.oid = ${flightOID}::uuid`.execute(trx);
  return rows[0];
};

type TurnFinding =
  | { state: 'waits' | 'held'; reason: string; values: Record<string, string | number> | null }
  | { state: 'ordered'; key: string };

/** Keeps how a turn stands; the caller holds its flight. */
export const storeTurn = async (
  trx: DbOrTrx,
  { flightOID, groupRoot, since: sinceWhen }: Pick<Turn, 'flightOID' | 'groupRoot' | 'since'>,
  finding: TurnFinding,
  at: Date,
): Promise<void> => {
  const ordered = finding.state === 'ordered';
  const row = {
    state: finding.state,
    start_key: ordered ? finding.key : null,
    since: sinceWhen,
    looked_at: at,
    reason: ordered ? null : finding.reason,
    reason_values: ordered || finding.values === null ? null : JSON.stringify(finding.values),
    notified: false,
  };
  await trx
    .insertInto('flight_turn')
    .values({ flight_oid: flightOID, group_root: groupRoot, ...row })
    .onConflict((conflict) => conflict.column('flight_oid').doUpdateSet(row))
    .execute();
};

/** Turns whose flight has begun, is over or was removed are over; those whose order came to nothing are held. */
export const settleTurns = async (db: DbOrTrx): Promise<void> => {
  await sql`update flight_turn set state = 'over', reason = null, reason_values = null from flight
    where flight.oid = flight_turn.flight_oid and flight_turn.state <> 'over'
      and (flight.state <> 'created' or flight.deleted_at is not null)`.execute(db);
  await sql`update flight_turn set state = 'held', reason = coalesce(command.reason, command.state), reason_values = null
    from flight, command
    where flight.oid = flight_turn.flight_oid and flight.state = 'created' and flight_turn.state = 'ordered'
      and command.flight_oid = flight.oid and command.method = 'startJob'
      and command.idempotency_key = flight_turn.start_key::text
      and command.state in ('failed', 'expired', 'rejected')`.execute(db);
};

export interface TurnToNotify {
  groupOID: string;
  name: string;
  place: number;
}

/** Takes those that are held and of which people are to be notified, each once. */
export const takeHeldTurns = async (db: DbOrTrx): Promise<TurnToNotify[]> => {
  const { rows } = await sql<TurnToNotify>`update flight_turn set notified = true from flight
      left join task on task.oid = flight.task_oid
    where flight.oid = flight_turn.flight_oid and flight_turn.state = 'held' and not flight_turn.notified
    returning flight.group_oid as "groupOID", coalesce(task.name, '') as name, flight.series_place::int as place`.execute(
    db,
  );
  return rows;
};

/**
 * Whether an order is the start of a flight whose turn has come: it has the key of the turn, and is in the name of whoever
 * lets its arrangement go on. It holds for each step of the order, and no longer once a person is to start each part.
 */
export const isSeriesStart = async (
  trx: DbOrTrx,
  { key, flightOID, issuedBy }: { key: string; flightOID: string | null; issuedBy: string },
): Promise<boolean> => {
  if (!isUuid(key)) return false;
  const { rows } = await sql`select from flight_turn join flight on flight.oid = flight_turn.flight_oid
      join flight_series series on series.oid = flight.series_oid
    where flight_turn.flight_oid = ${flightOID}::uuid and flight_turn.start_key = ${key}::uuid
      and flight_turn.state in ('ordered', 'over') and series.starts_by = ${issuedBy}::uuid`.execute(trx);
  return rows.length > 0;
};
