/** The tables of this room. Only its store writes them; the embedded broker reads the second. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    drc_code: {
      code_hash: Buffer;
      dock_oid: string;
      session_oid: string;
      tab_id: string;
      expires_at: Date;
    };
    drc_account: {
      dock_oid: string;
      secret_hash: Buffer;
      expires_at: Date;
    };
  }
}
