import { limits, type WindAbort, type WindState } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** That the wind lasts, as it was found. */
export interface FoundWind {
  oid: string;
  groupRoot: string;
  flightOID: string;
  dockOID: string;
  wind: number;
  limit: number;
  seconds: number;
  at: Date;
  /** Until when a person may answer; null: nobody is on duty, and it is ordered at once. */
  answerUntil: Date | null;
}

/** Keeps it once. False: the flight is asked about it already, was called home, or is not in flight. */
export const insertWindAbort = async (trx: DbOrTrx, found: FoundWind): Promise<boolean> => {
  const state: WindState = found.answerUntil === null ? 'ordered' : 'asked';
  const result =
    await sql`insert into wind_abort (oid, group_root, flight_oid, dock_oid, state, wind, wind_limit,
      seconds, made_at, answer_until, decided_at)
    select ${found.oid}::uuid, ${found.groupRoot}::uuid, oid, dock_oid, ${state}, ${found.wind}::float8,
      ${found.limit}::float8, ${found.seconds}::float8, ${found.at}, ${found.answerUntil}::timestamptz,
      ${found.answerUntil === null ? found.at : null}::timestamptz
    from flight where oid = ${found.flightOID}::uuid and dock_oid = ${found.dockOID}::uuid and state = 'inFlight'
    on conflict (flight_oid) where state in ('asked', 'ordered') do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0) === 1;
};

/** Whether somebody holds control of a dock, or looks at its picture. */
export const isOnDuty = async (db: DbOrTrx, dockOID: string, now: number): Promise<boolean> => {
  const seenSince = new Date(now - limits.windAbort.watchedWithin);
  const { rows } = await sql<{ duty: boolean }>`select exists (select 1 from control_lease
        where dock_oid = ${dockOID}::uuid and holder_oid is not null and expires_at > ${new Date(now)})
      or exists (select 1 from video_viewer where dock_oid = ${dockOID}::uuid and seen_at > ${seenSince}) as duty`.execute(
    db,
  );
  return rows[0]?.duty ?? false;
};

/** In whose name a flight is called home where nobody answers. */
export const executorOf = async (db: DbOrTrx, flightOID: string): Promise<string | undefined> =>
  (await db.selectFrom('flight').select('executor_oid').where('oid', '=', flightOID).executeTakeFirst())
    ?.executor_oid;

const columns = sql`wind_abort.oid, wind_abort.flight_oid as "flightOID", wind_abort.state, wind_abort.wind,
  wind_abort.wind_limit as "windLimit", wind_abort.seconds,
  round(extract(epoch from wind_abort.made_at) * 1000)::float8 as at,
  round(extract(epoch from wind_abort.answer_until) * 1000)::float8 as "answerUntil",
  (select name from member where member.oid = wind_abort.answered_by) as "answeredBy", wind_abort.reason,
  round(extract(epoch from wind_abort.decided_at) * 1000)::float8 as "decidedAt"`;

/** Of one flight, the newest first. */
export const windAborts = async (db: DbOrTrx, flightOID: string): Promise<WindAbort[]> => {
  const { rows } = await sql<WindAbort>`select ${columns} from wind_abort
    where flight_oid = ${flightOID}::uuid order by made_at desc limit 50`.execute(db);
  return rows;
};

export type HeldWindAbort = WindAbort & {
  dockOID: string;
  groupRoot: string;
  flightState: string;
  executorOID: string;
};

/** One of them, held until the transaction ends. Undefined: there is none, or with `skip` somebody else has it. */
export const lockWindAbort = async (
  trx: DbOrTrx,
  oid: string,
  skip = false,
): Promise<HeldWindAbort | undefined> => {
  const { rows } = await sql<HeldWindAbort>`select ${columns}, wind_abort.dock_oid as "dockOID",
      wind_abort.group_root as "groupRoot", flight.state as "flightState", flight.executor_oid as "executorOID"
    from wind_abort join flight on flight.oid = wind_abort.flight_oid where wind_abort.oid = ${oid}::uuid
    for no key update of wind_abort ${skip ? sql`skip locked` : sql``}`.execute(trx);
  return rows[0];
};

export const decideWindAbort = async (
  trx: DbOrTrx,
  oid: string,
  decided: { state: Exclude<WindState, 'asked'>; at: Date; by: string | null; reason: string },
): Promise<void> => {
  await trx
    .updateTable('wind_abort')
    .set({
      state: decided.state,
      decided_at: decided.at,
      answered_by: decided.by,
      reason: decided.reason,
    })
    .where('oid', '=', oid)
    .where('state', '=', 'asked')
    .execute();
};

/** Oids of those whose answer did not come in time, or whose flight is over. */
export const unansweredWind = async (db: DbOrTrx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select wind_abort.oid from wind_abort
      join flight on flight.oid = wind_abort.flight_oid
    where wind_abort.state = 'asked' and (wind_abort.answer_until < ${now} or flight.state = 'over')
    order by wind_abort.made_at limit 100`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** Takes those of which people are to be notified, each once. */
export const takeUnnotifiedWind = async (
  db: DbOrTrx,
): Promise<{ dockOID: string; state: 'asked' | 'ordered' }[]> => {
  await sql`update wind_abort set notified = state where state <> notified and state in ('goOn', 'over')`.execute(
    db,
  );
  const { rows } = await sql<{
    dockOID: string;
    state: 'asked' | 'ordered';
  }>`update wind_abort set notified = state
    where state <> notified and state in ('asked', 'ordered') returning dock_oid as "dockOID", state`.execute(
    db,
  );
  return rows;
};

/**
 * Whether an order is the return home that the wind asks for: it has its key and its flight. It needs no lease and no
 * right of whoever flies, who may have gone: coming home stays open.
 */
export const isWindReturn = async (
  trx: DbOrTrx,
  { key, flightOID }: { key: string; flightOID: string | null },
): Promise<boolean> => {
  const { rows } = await sql<{ one: number }>`select 1 as one from wind_abort
    where flight_oid = ${flightOID}::uuid and oid::text = ${key} and state = 'ordered'`.execute(trx);
  return rows.length > 0;
};
