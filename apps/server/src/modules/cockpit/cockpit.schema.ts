import type { ArrangedPage, CockpitPage } from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';

interface KeptLayout {
  page: ArrangedPage;
  version: number;
  layout: ColumnType<unknown, string | null, string | null>;
  changed_by: string | null;
  changed_at: Date;
}

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    cockpit_layout: KeptLayout & { group_root: string };
    display_layout: KeptLayout & { display_oid: string };
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
