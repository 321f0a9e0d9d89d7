import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    task: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      type: 'manual' | 'single' | 'repeat';
      paused: Generated<boolean>;
      remark: Generated<string>;
      created_by: string;
      created_at: Made;
      deleted_at: Date | null;
    };
  }
}
