import type { PhotoFacts, PlaybackFault, ReadingFault, VideoFacts } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { BigInt8, Json, JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    media: {
      oid: string;
      group_root: string;
      group_oid: string;
      dock_oid: string | null;
      flight_oid: string | null;
      object_key: string;
      name: string;
      kind: 'photo' | 'video' | 'other';
      size: BigInt8;
      lng: number | null;
      lat: number | null;
      absolute_altitude: number | null;
      relative_altitude: number | null;
      gimbal_yaw: number | null;
      shot_at: Date | null;
      metadata: JsonDefault;
      created_at: Made;
      fingerprint: string | null;
      tiny_fingerprint: string | null;
      deleted_at: Date | null;
      deleted_by: string | null;
      /** Of its blocks, by which it is known again; null: it came from a device. */
      hash: string | null;
      /** Who sent it; null: a device did. */
      created_by: string | null;
      /** Of a photo or a video: whether it has been read, and why not. */
      reading_state: Generated<'waiting' | 'done' | 'failed'>;
      reading_fault: ReadingFault | null;
      reading_until: Date | null;
      reading_attempts: Generated<number>;
      facts: Json<PhotoFacts> | null;
      video: Json<VideoFacts> | null;
      lens: PhotoFacts['lens'];
      width: number | null;
      height: number | null;
      thumbnail_key: string | null;
      starred: Generated<boolean>;
      labels: Generated<string[]>;
      /** Under legal hold since then. */
      held_at: Date | null;
      held_by: string | null;
      held_reason: Generated<string>;
      restored_at: Date | null;
      /** Its bytes are being removed: it cannot be restored any more. */
      purging_at: Date | null;
      /** The video that it was taken out of, and the moment in that, ms; null: it is a file of its own. */
      video_oid: string | null;
      video_at: number | null;
      /** The copy of a video that browsers play, and its bytes; null: there is none. */
      playback_key: string | null;
      playback_size: BigInt8 | null;
      /** The background work that makes it, and why that made none. */
      playback_work: string | null;
      playback_fault: PlaybackFault | null;
    };
    media_first: {
      dock_oid: string;
      flight_oid: string;
      said_at: Date;
    };
    media_retention: {
      group_root: string;
      photo_days: number | null;
      video_days: number | null;
      other_days: number | null;
      keep_starred: boolean;
      version: number;
    };
    storage_quota: {
      group_oid: string;
      group_root: string;
      /** Null: it was taken away. */
      bytes: BigInt8 | null;
      version: number;
    };
    media_comment: {
      oid: string;
      media_oid: string;
      member_oid: string;
      comment: string;
      created_at: Date;
    };
    storage_credential: {
      access_key_id: string;
      secret: string;
      session_token: string;
      dock_oid: string;
      bucket: string;
      prefix: string;
      expires_at: Date;
      /** Of a pilot, whose uploads end with it; null: of a dock. */
      session_oid: string | null;
    };
  }
}
