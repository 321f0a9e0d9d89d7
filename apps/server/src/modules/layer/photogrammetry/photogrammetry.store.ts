import { sql, type UpdateObject } from 'kysely';
import {
  openPhotogrammetryStates,
  photogrammetryLimits,
  type PhotogrammetryFailure,
  type PhotogrammetryOutput,
  type PhotogrammetryState,
} from '@eyrie/domain';
import type { Database } from '../../../platform/postgres/schema.ts';
import type { Db, DbOrTrx } from '../../../platform/runtime.ts';
import '../layer.schema.ts';

/** Another server has the task, or people gave it up. */
export class TakenOver extends Error {}

/** A task that this server is at. */
export interface ClaimedTask {
  oid: string;
  claim: string;
  groupRoot: string;
  groupOID: string;
  flightOID: string;
  askedBy: string;
  name: string;
  mediaOIDs: string[];
  engineUUID: string;
  state: PhotogrammetryState;
  opened: boolean;
  sent: number;
  begunAt: Date | null;
  percent: number;
  log: string[];
  logLine: number;
  /** In a row; below zero: so often in a row the engine did not know the task. */
  failures: number;
  sendings: number;
  fetches: number;
  leftUUIDs: string[];
  createdAt: Date;
  /** Whoever had it before never let go of it: nobody knows how far a photo on its way came. */
  interrupted: boolean;
}

const isOpen = sql`state = any(${[...openPhotogrammetryStates]}::text[])`;

/** Takes the task that has waited longest; nobody else has it until then. */
export const claimTask = async (
  db: Db,
  { claim, now, until }: { claim: string; now: Date; until: Date },
): Promise<ClaimedTask | undefined> =>
  (
    await sql<ClaimedTask>`update layer_photogrammetry as task set claim = ${claim}, until = ${until}
      from (select oid as due_oid, claim as claim_before from layer_photogrammetry
        where (${isOpen} or left_uuids <> '{}') and (until is null or until <= ${now})
        order by until nulls first, oid limit 1 for update skip locked) as due
      where oid = due_oid
      returning oid, claim, group_root as "groupRoot", group_oid as "groupOID", flight_oid as "flightOID",
        asked_by as "askedBy", name, media_oids as "mediaOIDs", engine_uuid as "engineUUID", state, opened, sent,
        begun_at as "begunAt", percent, log, log_line as "logLine", failures, sendings, fetches,
        left_uuids as "leftUUIDs", created_at as "createdAt",
        claim_before is not null as interrupted`.execute(db)
  ).rows[0];

export type TaskChange = UpdateObject<Database, 'layer_photogrammetry'>;

/** Keeps how a task stands. @throws TakenOver where it is not ours any more */
export async function keepTask(
  trx: DbOrTrx,
  { oid, claim }: Pick<ClaimedTask, 'oid' | 'claim'>,
  change: TaskChange,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('layer_photogrammetry')
    .set(change)
    .where('oid', '=', oid)
    .where('claim', '=', claim)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new TakenOver();
}

/** Ends a task; what the engine holds of it is thrown away later. */
export const endTask = (
  trx: DbOrTrx,
  task: ClaimedTask,
  end: { state: 'done' | 'failed'; failure?: PhotogrammetryFailure; detail?: string; at: Date },
): Promise<void> =>
  keepTask(trx, task, {
    state: end.state,
    failure: end.failure ?? null,
    detail: (end.detail ?? '').replaceAll('\u0000', '').slice(0, photogrammetryLimits.detailChars),
    ...(end.state === 'done' ? { percent: 100 } : {}),
    left_uuids: [...task.leftUUIDs, task.engineUUID],
    claim: null,
    until: null,
    failures: 0,
    updated_at: end.at,
    ended_at: end.at,
  });

/** Lets go of a task until then. */
export const restTask = (
  trx: DbOrTrx,
  task: ClaimedTask,
  until: Date,
  change: TaskChange = {},
): Promise<void> => keepTask(trx, task, { ...change, claim: null, until });

/** Which of some tasks have a result that is being fetched. */
export const fetchingOf = async (db: Db, oids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ oid: string }>`select oid from layer_photogrammetry
    where oid::text = any(${[...oids]}::text[]) and state = 'fetching'`.execute(db);
  return new Set(rows.map(({ oid }) => oid));
};

interface SentPhoto {
  oid: string;
  objectKey: string;
  name: string;
}

/** Photos by their oids, as far as they are still there. */
export const photosByOid = async (db: Db, oids: readonly string[]): Promise<Map<string, SentPhoto>> => {
  const rows = await db
    .selectFrom('media')
    .select(['oid', 'object_key as objectKey', 'name'])
    .where('oid', 'in', oids.length > 0 ? [...oids] : [sql<string>`null::uuid`])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.oid, row]));
};

export interface WantedOutput {
  output: PhotogrammetryOutput;
  made: boolean;
  layerOID: string | null;
}

export const outputsOf = (db: DbOrTrx, taskOID: string): Promise<WantedOutput[]> =>
  db
    .selectFrom('layer_photogrammetry_output')
    .select(['output', 'made', 'layer_oid as layerOID'])
    .where('task_oid', '=', taskOID)
    .orderBy('output')
    .execute();

/** Keeps what an output became: a layer, or why not. */
export async function keepOutput(
  trx: DbOrTrx,
  taskOID: string,
  output: PhotogrammetryOutput,
  became: { layerOID: string } | { failure: string; values: Record<string, unknown> },
): Promise<void> {
  const isLayer = 'layerOID' in became;
  await trx
    .updateTable('layer_photogrammetry_output')
    .set(
      isLayer
        ? { layer_oid: became.layerOID, made: true, failure: null, failure_values: '{}' }
        : { failure: became.failure, failure_values: JSON.stringify(became.values) },
    )
    .where('task_oid', '=', taskOID)
    .where('output', '=', output)
    .where('made', '=', false)
    .execute();
}
