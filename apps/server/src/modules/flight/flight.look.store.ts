import type { TaskArrangement } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { FlightJudgement } from '../route/index.ts';

/** How a timed task would fly, as it was found last. */
export interface TaskLook {
  arrangement: TaskArrangement;
  /** Of the route that was looked at. */
  checksum: string | null;
  judged: FlightJudgement | null;
}

export const storeLook = async (db: DbOrTrx, taskOID: string, look: TaskLook, at: Date): Promise<void> => {
  await sql`insert into flight_look (task_oid, arrangement, checksum, judged, made_at)
    values (${taskOID}, ${JSON.stringify(look.arrangement)}::jsonb, ${look.checksum},
      ${look.judged && JSON.stringify(look.judged)}::jsonb, ${at})
    on conflict (task_oid) do update set arrangement = excluded.arrangement, checksum = excluded.checksum,
      judged = excluded.judged, made_at = excluded.made_at`.execute(db);
};

export const looksOf = async (
  db: DbOrTrx,
  taskOIDs: readonly string[],
): Promise<ReadonlyMap<string, TaskLook>> => {
  const { rows } = await sql<TaskLook & { taskOID: string }>`
    select task_oid as "taskOID", arrangement, checksum, judged from flight_look
    where task_oid = any(${[...taskOIDs]}::uuid[])`.execute(db);
  return new Map(rows.map(({ taskOID, ...look }) => [taskOID, look]));
};

/** Docks whose aircraft ever reported: of the others its model was only assumed when they were registered. */
export const reportedAircraft = async (db: DbOrTrx, dockOIDs: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ oid: string }>`select dock_oid as oid from dock_snapshot
    where dock_oid = any(${[...dockOIDs]}::uuid[]) and drone_last_seen_at is not null`.execute(db);
  return new Set(rows.map(({ oid }) => oid));
};
