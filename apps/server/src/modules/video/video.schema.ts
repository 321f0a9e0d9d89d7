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
  }
}
