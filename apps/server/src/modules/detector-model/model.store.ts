import type { DetectorModelRecord, ModelFault, ModelManifest, ModelState } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface ModelRow extends Omit<
  DetectorModelRecord,
  'createdAt' | 'triedAt' | 'allowed' | 'family' | 'aiTypes' | 'on' | 'size'
> {
  manifest: ModelManifest;
  objectKey: string;
  hash: string;
  size: string;
  onSince: Date | null;
  triedAt: Date | null;
  createdAt: Date;
}

const columns = sql`model.oid, model.group_root as "groupRoot", model.group_oid as "groupOID",
  (select name from department where department.oid = model.group_oid) as "groupName",
  model.name, model.model_version as "modelVersion", model.manifest, model.file_name as "fileName",
  model.object_key as "objectKey", model.hash, model.size, model.state, model.fault, model.detail,
  model.on_since as "onSince", model.tried_at as "triedAt",
  (select name from member where member.oid = model.created_by) as "createdBy", model.created_at as "createdAt"`;

/** A page of models that a caller sees, the newest first. */
export const modelsOf = async (
  db: DbOrTrx,
  scope: Scope,
  { state, pageNum, pageSize }: { state?: ModelState | undefined; pageNum: number; pageSize: number },
): Promise<{ rows: ModelRow[]; total: number }> => {
  const wanted = sql`from detector_model model where model.group_root = ${scope.groupRoot}::uuid
    and ${inScope('model.group_oid', scope)} and (${state ?? null}::text is null or model.state = ${state ?? null})`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db);
  const { rows } = await sql<ModelRow>`select ${columns} ${wanted}
    order by model.created_at desc, model.oid limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  );
  return { rows, total: counted[0]?.total ?? 0 };
};

/** Models that a caller sees; until the transaction is over nobody else changes them. */
export const lockModels = async (
  trx: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
): Promise<ModelRow[]> => {
  const { rows } = await sql<ModelRow>`select ${columns} from detector_model model
    where model.oid = any(${[...oids]}::uuid[]) and ${inScope('model.group_oid', scope)}
    order by model.oid for update of model`.execute(trx);
  return rows;
};

export const modelFor = async (db: DbOrTrx, scope: Scope, oid: string): Promise<ModelRow | undefined> => {
  const { rows } = await sql<ModelRow>`select ${columns} from detector_model model
    where model.oid = ${oid}::uuid and ${inScope('model.group_oid', scope)}`.execute(db);
  return rows[0];
};

/** How many models an organisation has, and whether it has this version of one. */
export const modelsStanding = async (
  trx: DbOrTrx,
  groupRoot: string,
  { name, version }: Pick<ModelManifest, 'name' | 'version'>,
): Promise<{ count: number; known: boolean }> => {
  // Two uploads at once count one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`detector-model ${groupRoot}`}, 0))`.execute(trx);
  const { rows } = await sql<{ count: number; known: boolean }>`select count(*)::int as count,
      coalesce(bool_or(name = ${name} and model_version = ${version}), false) as known
    from detector_model where group_root = ${groupRoot}::uuid`.execute(trx);
  return rows[0] ?? { count: 0, known: false };
};

export const insertModel = async (
  trx: DbOrTrx,
  model: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    manifest: ModelManifest;
    fileName: string;
    objectKey: string;
    size: number;
    hash: string;
    memberOID: string;
    at: Date;
  },
): Promise<void> => {
  await trx
    .insertInto('detector_model')
    .values({
      oid: model.oid,
      group_root: model.groupRoot,
      group_oid: model.groupOID,
      name: model.manifest.name,
      model_version: model.manifest.version,
      manifest: JSON.stringify(model.manifest),
      file_name: model.fileName,
      object_key: model.objectKey,
      size: model.size,
      hash: model.hash,
      created_by: model.memberOID,
      created_at: model.at,
    })
    .execute();
};

/** Switches a version on, and the others of its name off; or only off. */
export const switchModel = async (
  trx: DbOrTrx,
  { oid, groupRoot, name }: Pick<ModelRow, 'oid' | 'groupRoot' | 'name'>,
  on: { memberOID: string; at: Date } | null,
): Promise<void> => {
  if (on)
    await sql`update detector_model set on_since = null where group_root = ${groupRoot}::uuid and name = ${name}
      and oid <> ${oid}::uuid and on_since is not null`.execute(trx);
  // What is on already has looked at flights since then.
  await sql`update detector_model set on_since = ${on ? sql`coalesce(on_since, ${on.at}::timestamptz)` : null},
      on_by = coalesce(${on?.memberOID ?? null}::uuid, on_by) where oid = ${oid}::uuid`.execute(trx);
};

/** Whether one of them is switched on, or has a run that is under way. */
export const anyUsed = async (trx: DbOrTrx, oids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`select from detector_model model where model.oid = any(${[...oids]}::uuid[])
    and (model.on_since is not null or exists (select from detector_model_run run
      where run.model_oid = model.oid and run.state = 'taken')) limit 1`.execute(trx);
  return rows.length > 0;
};

export const deleteModels = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await trx
    .deleteFrom('detector_model')
    .where('oid', 'in', [...oids])
    .execute();
};

export interface WaitingModel extends Pick<ModelRow, 'oid' | 'manifest' | 'objectKey' | 'hash'> {
  claims: number;
}

/** Takes the oldest model that nobody has looked at. */
export const claimModel = async (db: DbOrTrx, now: Date, until: Date): Promise<WaitingModel | undefined> => {
  const { rows } = await sql<WaitingModel>`update detector_model
      set claimed_until = ${until}, claims = claims + 1
    where oid = (select oid from detector_model
      where state = 'waiting' and (claimed_until is null or claimed_until < ${now})
      order by created_at, oid limit 1 for update skip locked)
    returning oid, manifest, object_key as "objectKey", hash, claims`.execute(db);
  return rows[0];
};

/** Writes what came of the look at a model, unless another server has it meanwhile. */
export const settleModel = async (
  db: DbOrTrx,
  { oid, claims }: WaitingModel,
  { fault, detail }: { fault: ModelFault | null; detail: string },
): Promise<void> => {
  await sql`update detector_model set state = ${fault === null ? 'ready' : 'refused'}, fault = ${fault},
      detail = ${detail}, claimed_until = null
    where oid = ${oid}::uuid and claims = ${claims} and state = 'waiting'`.execute(db);
};

/** Gives a model back that the server could not look at; that is no fault of it. */
export const releaseModel = async (
  db: DbOrTrx,
  { oid, claims }: WaitingModel,
  until: Date,
): Promise<void> => {
  await sql`update detector_model set claimed_until = ${until}, claims = ${claims - 1}
    where oid = ${oid}::uuid and claims = ${claims} and state = 'waiting'`.execute(db);
};
