import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import type { TrackPhoto } from '@eyrie/planner';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface RecordedDrone {
  oid: string;
  name: string;
  /** Device code such as `0-91-1`. */
  model: string;
  /** The dock in which it stands; null: it has none. */
  dockOID: string | null;
}

/** An aircraft that the caller sees, by its own name or that of its dock. */
export async function droneFor(
  db: DbOrTrx,
  scope: Scope,
  { dockOID, droneOID }: { dockOID?: string | undefined; droneOID?: string | undefined },
): Promise<RecordedDrone | undefined> {
  const wanted = droneOID
    ? sql`drone.oid = ${droneOID}::uuid`
    : sql`drone.dock_oid = ${dockOID ?? null}::uuid`;
  const { rows } =
    await sql<RecordedDrone>`select drone.oid, drone.name, drone.model, drone.dock_oid as "dockOID"
    from drone where ${wanted} and drone.deleted_at is null and ${inScope('drone.group_oid', scope)}
    limit 1`.execute(db);
  return rows[0];
}

export interface Recording {
  oid: string;
  memberOID: string;
  droneOID: string;
  name: string;
  startedAt: Date;
}

/** One recording an aircraft: one that was forgotten gives way. @returns false while another one is under way */
export async function insertRecording(
  trx: DbOrTrx,
  recording: Recording & { groupRoot: string },
): Promise<boolean> {
  const forgotten = new Date(recording.startedAt.getTime() - limits.route.recordingTime);
  await sql`delete from route_recording where drone_oid = ${recording.droneOID}::uuid
    and started_at < ${forgotten}`.execute(trx);
  const { numAffectedRows } = await sql`insert into route_recording
      (oid, group_root, member_oid, drone_oid, name, started_at)
    values (${recording.oid}, ${recording.groupRoot}, ${recording.memberOID}, ${recording.droneOID},
      ${recording.name}, ${recording.startedAt})
    on conflict (drone_oid) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** What the member records of an aircraft already. */
export async function ownRecordingOf(
  trx: DbOrTrx,
  { memberOID, droneOID }: Pick<Recording, 'memberOID' | 'droneOID'>,
): Promise<Pick<Recording, 'oid' | 'startedAt'> | undefined> {
  const { rows } = await sql<Pick<Recording, 'oid' | 'startedAt'>>`select oid, started_at as "startedAt"
    from route_recording where drone_oid = ${droneOID}::uuid and member_oid = ${memberOID}::uuid`.execute(
    trx,
  );
  return rows[0];
}

/** A recording of the member's own. */
export async function recordingOf(
  db: DbOrTrx,
  { memberOID, groupRoot }: { memberOID: string; groupRoot: string },
  oid: string,
): Promise<Recording | undefined> {
  const { rows } = await sql<Recording>`select oid, member_oid as "memberOID", drone_oid as "droneOID", name,
      started_at as "startedAt" from route_recording
    where oid = ${oid}::uuid and member_oid = ${memberOID}::uuid and group_root = ${groupRoot}::uuid`.execute(
    db,
  );
  return rows[0];
}

/** @returns false where it had ended already */
export async function deleteRecording(trx: DbOrTrx, oid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from route_recording where oid = ${oid}::uuid`.execute(trx);
  return numAffectedRows === 1n;
}

export interface RecordedPoint {
  at: Date;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
  /** Metres above its take-off. */
  elevation: number | null;
  head: number | null;
  gimbalPitch: number | null;
}

/** What an aircraft reported of its way. */
export async function recordedTrack(
  db: DbOrTrx,
  droneOID: string,
  { from, to }: { from: Date; to: Date },
): Promise<RecordedPoint[]> {
  const { rows } = await sql<RecordedPoint>`select at, lng, lat, height, elevation, head,
      case when jsonb_typeof(payload -> 'gimbal' -> 'pitch') = 'number'
        then (payload -> 'gimbal' ->> 'pitch')::float8 end as "gimbalPitch"
    from drone_telemetry where drone_oid = ${droneOID}::uuid and at >= ${from} and at <= ${to}
      and lng is not null and lat is not null and height is not null
    order by at limit ${limits.route.waypoints}`.execute(db);
  return rows;
}

/** Photos that were taken meanwhile by the aircraft of that dock; none that the server made of a video or a live picture. */
export async function recordedPhotos(
  db: DbOrTrx,
  { groupRoot }: { groupRoot: string },
  dockOID: string | null,
  { from, to }: { from: Date; to: Date },
): Promise<TrackPhoto[]> {
  if (dockOID === null) return [];
  const { rows } = await sql<{
    at: Date;
    yaw: number | null;
  }>`select shot_at as at, gimbal_yaw as yaw from media
    where group_root = ${groupRoot}::uuid and dock_oid = ${dockOID}::uuid and kind = 'photo' and video_oid is null
      and not metadata ? 'snapshot' and shot_at >= ${from} and shot_at <= ${to}
    order by shot_at limit ${limits.route.waypoints}`.execute(db);
  return rows.map(({ at, yaw }) => ({ t: at.getTime(), heading: yaw }));
}
