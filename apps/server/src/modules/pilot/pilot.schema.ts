/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    pilot_credential: {
      token_hash: Buffer;
      purpose: 'calls' | 'socket' | 'file';
      session_oid: string;
      dock_oid: string;
      route_oid: string | null;
      expires_at: Date;
    };
  }
}
export {};
