import { sql } from 'kysely';
import type { MediaRecord } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

type Scope = { groupRoot: string; groupOID: string };

export interface NewMedia {
  oid: string;
  groupRoot: string;
  groupOID: string;
  dockOID: string | null;
  flightOID: string | null;
  objectKey: string;
  name: string;
  kind: MediaRecord['kind'];
  size: number;
  lng: number | null;
  lat: number | null;
  absoluteAltitude: number | null;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  shotAt: number | null;
  metadata: Record<string, unknown>;
  fingerprint: string | null;
  tinyFingerprint: string | null;
  /** Of its blocks, and who sent it; missing: a device did. */
  hash?: string;
  createdBy?: string;
  /** The video that it was taken out of, and the moment in that, ms; missing: it is a file of its own. */
  frame?: { videoOID: string; at: number };
}

/** Notes a file once; a dock that repeats itself changes nothing. */
export const insertMedia = async (db: DbOrTrx, media: NewMedia): Promise<boolean> => {
  const result = await db
    .insertInto('media')
    .values({
      oid: media.oid,
      group_root: media.groupRoot,
      group_oid: media.groupOID,
      dock_oid: media.dockOID,
      flight_oid: media.flightOID,
      object_key: media.objectKey,
      name: media.name,
      kind: media.kind,
      size: media.size,
      lng: media.lng,
      lat: media.lat,
      absolute_altitude: media.absoluteAltitude,
      relative_altitude: media.relativeAltitude,
      gimbal_yaw: media.gimbalYaw,
      shot_at: media.shotAt === null ? null : new Date(media.shotAt),
      metadata: JSON.stringify(media.metadata),
      fingerprint: media.fingerprint,
      tiny_fingerprint: media.tinyFingerprint,
      hash: media.hash ?? null,
      created_by: media.createdBy ?? null,
      video_oid: media.frame?.videoOID ?? null,
      video_at: media.frame?.at ?? null,
    })
    .onConflict((conflict) => conflict.column('object_key').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
};

/** Holds a file until the transaction ends. */
export const holdMedia = async (trx: DbOrTrx, oid: string): Promise<void> => {
  await trx.selectFrom('media').select('oid').where('oid', '=', oid).forNoKeyUpdate().execute();
};

/** Whether a file stands among the results, deleted or not. */
export const isListed = async (db: DbOrTrx, oid: string): Promise<boolean> =>
  (await db.selectFrom('media').select('oid').where('oid', '=', oid).executeTakeFirst()) !== undefined;

/** The picture of a moment of a video that is kept already. */
export const frameAt = async (db: DbOrTrx, videoOID: string, at: number): Promise<string | null> =>
  (
    await db
      .selectFrom('media')
      .select('oid')
      .where('video_oid', '=', videoOID)
      .where('video_at', '=', at)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  )?.oid ?? null;

/** A flight of this dock by the id that the file names; null for anything else. */
export const flightOfDock = async (db: DbOrTrx, dockOID: string, flightOID: string): Promise<string | null> =>
  (
    await db
      .selectFrom('flight')
      .select('oid')
      .where('oid', '=', flightOID)
      .where('dock_oid', '=', dockOID)
      .executeTakeFirst()
  )?.oid ?? null;

export const mediaOfFlight = async (db: DbOrTrx, flightOID: string) =>
  db
    .selectFrom('media')
    .selectAll()
    .where('flight_oid', '=', flightOID)
    .where('deleted_at', 'is', null)
    .orderBy('shot_at')
    .orderBy('oid')
    .limit(5_000)
    .execute();

export const taskVisible = async (db: DbOrTrx, scope: Scope, taskOID: string): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .select('oid')
    .where('oid', '=', taskOID)
    .where('deleted_at', 'is', null)
    .where(inScope('task.group_oid', scope))
    .executeTakeFirst()) !== undefined;

/** A page of what the flights of a task brought home, as far as the caller sees those flights. */
export const mediaOfTask = async (
  db: DbOrTrx,
  scope: Scope,
  taskOID: string,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) => {
  const found = db
    .selectFrom('media')
    .innerJoin('flight', 'flight.oid', 'media.flight_oid')
    .where('flight.task_oid', '=', taskOID)
    .where('flight.deleted_at', 'is', null)
    .where('media.deleted_at', 'is', null)
    .where(inScope('flight.group_oid', scope))
    .where(inScope('media.group_oid', scope));
  const { total } = await found
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('media')
    .orderBy('media.created_at', 'desc')
    .orderBy('media.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};

export const mediaForCaller = async (db: DbOrTrx, scope: Scope, oid: string) =>
  db
    .selectFrom('media')
    .selectAll()
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where(inScope('media.group_oid', scope))
    .executeTakeFirst();

/** A file of these bytes that a caller sees. */
export const mediaByHash = async (db: DbOrTrx, scope: Scope, hash: string): Promise<string | null> =>
  (
    await db
      .selectFrom('media')
      .select('oid')
      .where('group_root', '=', scope.groupRoot)
      .where('hash', '=', hash)
      .where('deleted_at', 'is', null)
      .where(inScope('media.group_oid', scope))
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  )?.oid ?? null;

/** Which of these fingerprints files have that a caller sees. */
export const fingerprintsInUse = async (
  db: DbOrTrx,
  scope: Scope,
  column: 'fingerprint' | 'tiny_fingerprint',
  asked: readonly string[],
): Promise<string[]> => {
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom('media')
    .select(column)
    .distinct()
    .where('group_root', '=', scope.groupRoot)
    .where(column, 'in', [...asked])
    .where(inScope('media.group_oid', scope))
    .execute();
  return rows.flatMap((row) => Object.values(row)).filter((one) => one !== null);
};

/** How many files of one group a device has stored, such as the pictures of one panorama. */
export const countOfGroup = async (db: DbOrTrx, dockOID: string, groupId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('media')
        .select((columns) => columns.fn.countAll().as('count'))
        .where('dock_oid', '=', dockOID)
        .where(sql<boolean>`metadata ->> 'fileGroupId' = ${groupId}`)
        .executeTakeFirstOrThrow()
    ).count,
  );

export interface CredentialRow {
  accessKeyId: string;
  secret: string;
  sessionToken: string;
  dockOID: string;
  bucket: string;
  prefix: string;
  expiresAt: number;
  /** The session it ends with; null: a dock's. */
  sessionOID: string | null;
}

export const insertCredential = async (db: DbOrTrx, row: CredentialRow, now: number): Promise<void> => {
  await db.deleteFrom('storage_credential').where('expires_at', '<', new Date(now)).execute();
  await db
    .insertInto('storage_credential')
    .values({
      access_key_id: row.accessKeyId,
      secret: row.secret,
      session_token: row.sessionToken,
      dock_oid: row.dockOID,
      bucket: row.bucket,
      prefix: row.prefix,
      expires_at: new Date(row.expiresAt),
      session_oid: row.sessionOID,
    })
    .execute();
};

/** Ends what a dock was given for one place. */
export const dropCredentials = async (db: DbOrTrx, dockOID: string, prefix: string): Promise<void> => {
  await db
    .deleteFrom('storage_credential')
    .where('dock_oid', '=', dockOID)
    .where('prefix', '=', prefix)
    .execute();
};

/** A credential whose dock still exists, and whose session has not ended. */
export const credentialByKey = async (db: DbOrTrx, accessKeyId: string): Promise<CredentialRow | null> => {
  const row = await db
    .selectFrom('storage_credential')
    .innerJoin('dock', 'dock.oid', 'storage_credential.dock_oid')
    .selectAll('storage_credential')
    .where('access_key_id', '=', accessKeyId)
    .where('dock.deleted_at', 'is', null)
    .where(
      sql<boolean>`(session_oid is null or exists (select 1 from session
        where session.oid = storage_credential.session_oid and session.ended_at is null))`,
    )
    .executeTakeFirst();
  return row
    ? {
        accessKeyId: row.access_key_id,
        secret: row.secret,
        sessionToken: row.session_token,
        dockOID: row.dock_oid,
        bucket: row.bucket,
        prefix: row.prefix,
        expiresAt: row.expires_at.getTime(),
        sessionOID: row.session_oid,
      }
    : null;
};

/** Where a photo of an organisation is stored; null: it is deleted, or there never was one. */
export const objectKeyOfPhoto = async (
  db: DbOrTrx,
  groupRoot: string,
  oid: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('media')
    .select('object_key')
    .where('oid', '=', oid)
    .where('group_root', '=', groupRoot)
    .where('kind', '=', 'photo')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.object_key ?? null;
};
