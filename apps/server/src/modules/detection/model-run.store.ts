import type { DetectionRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { RunRow } from './detection.store.ts';

/** A run of a model that the product itself lets look at the photos of a flight. */
interface ModelRun extends RunRow {
  flightOID: string;
  memberOID: string;
  /** By what it is known again: one that was begun before goes on. */
  sourceId: string;
  kind: DetectionRecord['kind'];
}

/** Begins such a run, named after the task that was flown. @returns its oid */
export const beginModelRun = async (trx: DbOrTrx, run: ModelRun, at: Date): Promise<string> => {
  const { rows } = await sql<{ oid: string }>`insert into detection
      (oid, group_root, group_oid, name, model, model_version, source_id, kind, flight_oid, created_by, created_at)
    values (${run.oid}::uuid, ${run.groupRoot}::uuid, ${run.groupOID}::uuid,
      coalesce((select nullif(left(task.name, 64), '') from flight join task on task.oid = flight.task_oid
        where flight.oid = ${run.flightOID}::uuid), ${run.model}),
      ${run.model}, ${run.modelVersion}, ${run.sourceId}, ${run.kind}, ${run.flightOID}::uuid, ${run.memberOID}::uuid, ${at})
    on conflict (group_root, model, model_version, source_id) do update set state = 'running', message = ''
    returning oid`.execute(trx);
  return rows[0]?.oid ?? run.oid;
};

/** Writes how such a run ended. */
export const endModelRun = async (
  trx: DbOrTrx,
  oid: string,
  { state, message }: { state: 'done' | 'failed'; message: string },
): Promise<void> => {
  await trx.updateTable('detection').set({ state, message }).where('oid', '=', oid).execute();
};

/** Ends what still runs of a flight under one source: all of it was looked at that will be. */
export const endRunsOf = async (
  trx: DbOrTrx,
  { flightOID, sourceId, message }: { flightOID: string; sourceId: string; message: string },
): Promise<void> => {
  await trx
    .updateTable('detection')
    .set({ state: 'done', message })
    .where('flight_oid', '=', flightOID)
    .where('source_id', '=', sourceId)
    .where('state', '=', 'running')
    .execute();
};
