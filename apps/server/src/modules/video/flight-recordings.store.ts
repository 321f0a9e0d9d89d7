import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Of one look for flights that are to be recorded. */
const flightsAtOnce = 500;

/** Flights in the air of organisations that record them, with what their aircraft can show. */
export const flightsToRecord = (db: DbOrTrx) =>
  db
    .selectFrom('flight')
    .innerJoin('organisation', 'organisation.oid', 'flight.group_root')
    .innerJoin('dock', 'dock.oid', 'flight.dock_oid')
    .innerJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .select([
      'flight.oid as flightOID',
      'flight.executor_oid as executorOID',
      'flight.start_time as startTime',
      'flight.created_at as createdAt',
      'dock.oid as dockOID',
      'dock.group_root as groupRoot',
      'dock.group_oid as groupOID',
      'dock_snapshot.live_capacity as capacity',
    ])
    .where('flight.state', '=', 'inFlight')
    .where('flight.deleted_at', 'is', null)
    .where('dock.deleted_at', 'is', null)
    .where('dock_snapshot.online', '=', true)
    .where('dock_snapshot.drone_online', '=', true)
    .where(sql<boolean>`organisation.policy ->> 'recordFlights' = 'true'`)
    .orderBy('flight.oid')
    .limit(flightsAtOnce)
    .execute();

/**
 * Whether a stream is recorded, or is not to be recorded again since a moment: a person ended that, or what ended it would end
 * it again.
 */
export const isSettled = async (db: DbOrTrx, stream: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('video_recording')
    .select('oid')
    .where('stream', '=', stream)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'running'),
        eb.and([
          eb('created_at', '>=', since),
          eb.or([eb('stop_asked_at', 'is not', null), eb('end_reason', 'in', ['quota', 'coding', 'broken'])]),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Asks for the end of recordings that the server began with flights that are over. */
export const stopWithFlights = async (db: DbOrTrx, at: Date): Promise<void> => {
  await sql`update video_recording set stop_asked_at = ${at}, end_reason = 'flightOver' from flight
    where flight.oid = video_recording.flight_oid and flight.state = 'over' and video_recording.automatic
      and video_recording.state = 'running' and video_recording.stop_asked_at is null`.execute(db);
};
