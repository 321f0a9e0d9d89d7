import type { Generated } from 'kysely';
import type { BigInt8, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    access_token: {
      oid: string;
      group_root: string;
      group_oid: string;
      member_oid: string;
      kind: 'personal' | 'service';
      name: string;
      token_hash: Buffer;
      hint: string;
      access: 'read' | 'calls';
      calls: string[];
      permissions: string[];
      per_minute: number;
      created_by: string;
      created_at: Made;
      expires_at: Date;
      revoked_at: Date | null;
      last_used_at: Date | null;
      last_address: string | null;
      used_minute: Generated<BigInt8>;
      used_count: Generated<number>;
    };
  }
}
