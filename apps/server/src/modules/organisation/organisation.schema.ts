import type { Generated } from 'kysely';
import type { Json, JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    organisation: {
      oid: string;
      name: string;
      first: Generated<boolean>;
      time_zone: Generated<string>;
      policy: JsonDefault<Record<string, unknown>>;
      created_at: Made;
    };
    integration_key: {
      oid: string;
      group_root: string;
      name: string;
      public_key: Json;
      created_by: string;
      created_at: Made;
      last_used_at: Date | null;
    };
    openid_provider: {
      group_root: string;
      enabled: boolean;
      name: string;
      issuer: string;
      client_id: string;
      client_secret: Buffer | null;
      account_claim: string;
    };
    spent_login_info: {
      key_oid: string;
      mark: string;
      expires_at: Date;
    };
    openid_start: {
      state_hash: Buffer;
      group_root: string;
      browser_hash: Buffer;
      verifier: string;
      nonce: string;
      page: string | null;
      expires_at: Date;
    };
  }
}
