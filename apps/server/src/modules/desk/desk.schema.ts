/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    desk_watch: {
      session_oid: string;
      tab_id: string;
      dock_oid: string;
      since: Date;
      seen_at: Date;
    };
    desk_note: {
      oid: string;
      group_root: string;
      group_oid: string;
      note: string;
      created_by: string;
      created_at: Date;
      acknowledged_by: string | null;
      acknowledged_at: Date | null;
    };
  }
}
