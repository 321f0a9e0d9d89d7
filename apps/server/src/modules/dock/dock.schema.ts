import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    dock: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      sn: string;
      model: string;
      vendor: 'DJI' | 'own';
      kind: Generated<'dock' | 'remoteController' | 'robot'>;
      secret_hash: Buffer;
      wind_limit: Generated<number>;
      firmware: string | null;
      insurance_company: string | null;
      policy_number: string | null;
      insurance_until: Date | null;
      maintenance: Generated<'none' | 'awaiting' | 'under'>;
      created_at: Made;
      deleted_at: Date | null;
      bound_at: Date | null;
      retired_at: Date | null;
      /** Another organisation has this serial number: nothing signs in under this record. */
      waiting: Generated<boolean>;
      /** When a device first spoke under this record; null: nothing is ordered by it. */
      proved_at: Date | null;
    };
  }
}
