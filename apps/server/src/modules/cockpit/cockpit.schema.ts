import type { CockpitPage } from '@eyrie/domain';
import type { Generated } from 'kysely';

/** The table of this room. Only its store writes it. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    display: {
      oid: string;
      code_hash: Buffer | null;
      key_hash: Buffer;
      address: string;
      begun_at: Date;
      expires_at: Date;
      group_root: string | null;
      group_oid: string | null;
      member_oid: string | null;
      name: Generated<string>;
      page: CockpitPage | null;
      paired_by: string | null;
      paired_at: Date | null;
      last_seen_at: Date | null;
      last_address: string | null;
    };
  }
}
