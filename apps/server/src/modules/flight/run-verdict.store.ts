import type { GateItem, RunStanding } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface RunVerdict {
  standing: RunStanding;
  madeAt: Date;
  dueAt: Date;
  items: GateItem[];
}

/** The verdict on a run as it was made last; undefined: none was made. */
export const runVerdictOf = async (
  db: DbOrTrx,
  { taskOID, wall }: { taskOID: string; wall: string },
): Promise<RunVerdict | undefined> => {
  const { rows } =
    await sql<RunVerdict>`select standing, made_at as "madeAt", due_at as "dueAt", items from run_verdict
    where task_oid = ${taskOID}::uuid and wall_time = ${wall}`.execute(db);
  return rows[0];
};
