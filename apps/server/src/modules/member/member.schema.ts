import type { LicenceRecord, LicenceScan } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { JsonDefault, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    member: {
      oid: string;
      group_root: string;
      group_oid: string;
      account: string;
      name: string;
      phone: string | null;
      password_hash: string;
      must_change: Generated<boolean>;
      enabled: Generated<boolean>;
      service: Generated<boolean>;
      created_at: Made;
      password_changed_at: Made;
      deleted_at: Date | null;
      valid_until: Date | null;
      display: JsonDefault;
      /** Cockpits of a display; everybody else has none. */
      display_pages: Generated<string[]>;
      sign_in_epoch: Generated<number>;
    };
    member_licence: {
      oid: string;
      group_root: string;
      member_oid: string;
      kind: LicenceRecord['kind'];
      number: string;
      valid_until: Date | null;
      created_by: string;
      created_at: Made;
      unconfirmed: Generated<boolean>;
      confirmed_by: string | null;
    };
    member_licence_scan: {
      licence_oid: string;
      group_root: string;
      content_type: LicenceScan['contentType'];
      size: number;
      object_key: string;
      created_by: string;
      created_at: Date;
    };
    member_licence_reminder: { licence_oid: string; days: number; at: Date };
    invitation: {
      oid: string;
      group_root: string;
      group_oid: string;
      code_hash: Buffer;
      name: string;
      phone: string;
      role_oids: string[];
      created_by: string;
      created_at: Date;
      expires_at: Date;
      tries: Generated<number>;
      accepted_at: Date | null;
      accepted_by: string | null;
    };
  }
}
