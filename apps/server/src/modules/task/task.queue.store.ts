import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { isToFly } from './task.occurrence.store.ts';

/** What holds a run that passes by itself: its dock is at work or charges, or another flight is in the air nearby. */
export type Hold = 'dockBusy' | 'flightNear';

interface Queued {
  /** The last moment at which it may begin. */
  until: Date;
  at: Date;
}

/** Of runs that are due at once on a dock each is decided after the other, on whichever server. */
export const oneOfDock = async (trx: DbOrTrx, dockOID: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`run of ${dockOID}`}, 0))`.execute(trx);
};

/** Lets a run wait until what holds it has passed. */
export const storeWait = async (
  trx: DbOrTrx,
  oid: string,
  { hold, until, at }: Queued & { hold: Hold },
): Promise<void> => {
  await trx
    .updateTable('task_occurrence')
    .set({ wait_until: until, reason: hold, reason_values: null, looked_at: at })
    .where('oid', '=', oid)
    .where(isToFly)
    .execute();
};

/** Lets a run seek another dock; the caller has taken back its flight. */
export const seekOtherDock = async (trx: DbOrTrx, oid: string, { until, at }: Queued): Promise<void> => {
  await trx
    .updateTable('task_occurrence')
    .set({
      wait_until: until,
      seeks_dock: true,
      flight_oid: null,
      reason: 'dockBusy',
      reason_values: null,
      looked_at: at,
    })
    .where('oid', '=', oid)
    .where(isToFly)
    .execute();
};

/** Gives a run that seeks another dock its flight there. False: it was taken back meanwhile, or has one. */
export const giveOtherFlight = async (
  db: DbOrTrx,
  oid: string,
  { flightOID, dockOID }: { flightOID: string; dockOID: string },
): Promise<boolean> => {
  const result = await db
    .updateTable('task_occurrence')
    .set({
      flight_oid: flightOID,
      other_dock_oid: dockOID,
      seeks_dock: false,
      reason: null,
      reason_values: null,
      looked_at: null,
    })
    .where('oid', '=', oid)
    .where(isToFly)
    .where('seeks_dock', '=', true)
    .where('flight_oid', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

/** Names of the dock of a task and of the one that its run flew from instead. */
export const docksOfRun = async (
  db: DbOrTrx,
  oid: string,
): Promise<{ dock: string; other: string } | undefined> => {
  const { rows } = await sql<{ dock: string; other: string }>`
    select coalesce(own.name, '') as dock, other.name as other from task_occurrence
      join task on task.oid = task_occurrence.task_oid
      join dock other on other.oid = task_occurrence.other_dock_oid
      left join dock own on own.oid = (task.arrangement ->> 'dockOID')::uuid
    where task_occurrence.oid = ${oid}::uuid`.execute(db);
  return rows[0];
};
