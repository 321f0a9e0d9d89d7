import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    role: {
      oid: string;
      group_root: string;
      parent_oid: string | null;
      name: string;
      type: 'group' | 'menu' | 'inspection';
      first_key: string | null;
      created_at: Made;
      group_oid: string;
      remark: Generated<string>;
      renamed: Generated<boolean>;
    };
    role_resource: {
      role_oid: string;
      resource: string;
    };
    member_role: {
      member_oid: string;
      role_oid: string;
    };
  }
}
