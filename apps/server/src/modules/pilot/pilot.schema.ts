import type { PilotPurpose } from './pilot-credential.store.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    pilot_credential: {
      token_hash: Buffer;
      purpose: PilotPurpose;
      session_oid: string;
      dock_oid: string;
      route_oid: string | null;
      expires_at: Date;
    };
  }
}
