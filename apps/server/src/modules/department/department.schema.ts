import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    department: {
      oid: string;
      group_root: string;
      parent_oid: string | null;
      name: string;
      type: Generated<'department' | 'leaderCockpit' | 'userCockpit'>;
      path: string[];
      created_at: Made;
      deleted_at: Date | null;
    };
  }
}
