import type { MissedChoice, OccurrenceState } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { plannedRun, type PlannedRun } from './task.occurrence.store.ts';

/** A run for which a person chooses, with what was chosen before. */
export interface ChoosableRun {
  oid: string;
  state: OccurrenceState;
  timeZone: string;
  flightOID: string | null;
  /** Its flight was started by hand all the same. */
  flew: boolean;
  choice: MissedChoice | null;
  chosenBy: string | null;
}

/** A run of a task that the caller has locked, held until the transaction ends. */
export const lockChoosable = async (
  trx: DbOrTrx,
  taskOID: string,
  wall: string,
): Promise<ChoosableRun | undefined> => {
  const { rows } =
    await sql<ChoosableRun>`select oid, state, time_zone as "timeZone", flight_oid as "flightOID",
      exists (select 1 from flight where flight.oid = flight_oid
        and (flight.start_time is not null or flight.state = 'inFlight')) as flew,
      choice, (select name from member where member.oid = chosen_by) as "chosenBy"
    from task_occurrence where task_oid = ${taskOID}::uuid and wall_time = ${wall}
    for no key update`.execute(trx);
  return rows[0];
};

/** Keeps a choice. A run that is to fly gets a flight of its own and an order under a key of its own. */
export const storeChoice = async (
  trx: DbOrTrx,
  oid: string,
  chosen: { choice: MissedChoice; memberOID: string; at: Date; until: Date | null; startKey: string },
): Promise<void> => {
  const { choice, memberOID: chosen_by, at: chosen_at, until } = chosen;
  const kept = { choice, chosen_by, chosen_at };
  const afresh = {
    choice_until: until,
    start_key: chosen.startKey,
    flight_oid: null,
    wait_until: null,
    seeks_dock: false,
    other_dock_oid: null,
    reason: null,
    reason_values: null,
    looked_at: null,
  };
  await trx
    .updateTable('task_occurrence')
    .set(until === null ? kept : { ...kept, ...afresh })
    .where('oid', '=', oid)
    .where('state', '=', 'missed')
    .execute();
};

const nothingChosen = { choice: null, chosen_by: null, chosen_at: null, choice_until: null };

/** Takes back the choice for one run, whose flight the caller takes back. */
export const dropChoice = async (trx: DbOrTrx, oid: string): Promise<void> => {
  await trx
    .updateTable('task_occurrence')
    .set(nothingChosen)
    .where('oid', '=', oid)
    .where('state', '=', 'missed')
    .execute();
};

/** Runs of tasks that the caller has locked which were missed and wait to fly all the same, held. */
export const chosenOf = async (trx: DbOrTrx, taskOIDs: readonly string[]): Promise<PlannedRun[]> => {
  const { rows } = await sql<PlannedRun>`select ${plannedRun}
    from task_occurrence join task on task.oid = task_occurrence.task_oid
    where task_occurrence.choice_until is not null and task_occurrence.task_oid = any(${[...taskOIDs]}::uuid[])
    for no key update of task_occurrence`.execute(trx);
  return rows;
};
