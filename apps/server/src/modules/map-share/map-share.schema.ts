import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    map_share: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      dock_oids: Generated<string[]>;
      region_oids: Generated<string[]>;
      layer_oids: Generated<string[]>;
      flight_oid: string | null;
      media_oids: Generated<string[]>;
      media_as: Generated<'previews' | 'originals'>;
      expires_at: Date;
      token_hash: Buffer;
      token: Buffer;
      password_hash: string | null;
      opened: Generated<number>;
      /** Wrong passwords in a row, and when the last one came. */
      wrong: Generated<number>;
      wrong_at: Date | null;
      created_by: string;
      created_at: Made;
      deleted_at: Date | null;
    };
    map_share_viewer: {
      share_oid: string;
      viewer: string;
      seen_at: Date;
      /** From where it looks; empty: not known. */
      address: Generated<string>;
    };
  }
}
