import type { RecordingEnd } from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    video_viewer: {
      dock_oid: string;
      video_id: string;
      session_oid: string;
      seen_at: ColumnType<Date, Date, Date>;
    };
    video_tab: {
      dock_oid: string;
      video_id: string;
      session_oid: string;
      tab_id: string;
      seen_at: ColumnType<Date, Date, Date>;
    };
    video_stream: {
      stream: string;
      instance_id: string;
      machine: string | null;
      address: string;
      since: Generated<Date>;
      seen_at: Generated<Date>;
    };
    video_stream_start: { stream: string; began_at: Generated<Date> };
    video_recording: {
      oid: string;
      group_root: string;
      group_oid: string;
      dock_oid: string;
      video_id: string;
      stream: string;
      state: Generated<'running' | 'finishing' | 'done' | 'failed'>;
      automatic: Generated<boolean>;
      flight_oid: string | null;
      started_by: string;
      created_at: Date;
      stop_asked_at: Date | null;
      ended_at: Date | null;
      end_reason: RecordingEnd | null;
      /** When its first frame was sent; null: none has been stored. */
      first_frame_at: Date | null;
      /** Of the last frame that is stored, ms since the first; −1: there is none. */
      last_at: Generated<number>;
      bytes: ColumnType<string, string | number | undefined, string | number>;
      claimed_by: string | null;
      claimed_until: Date | null;
      attempts: Generated<number>;
    };
    video_recording_part: {
      recording_oid: string;
      first_at: number;
      object_key: string;
      size: number;
    };
  }
}
