import type { Generated } from 'kysely';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    dictionary_group: {
      oid: string;
      group_root: string;
      /** What forms and stored rows know the group by. */
      key: string;
      names: Json<Record<'zh' | 'en' | 'ar', string>>;
      remark: Generated<string>;
      created_at: Made;
    };
    dictionary_code: {
      oid: string;
      group_root: string;
      dictionary_group_oid: string;
      code: string;
      names: Json<Record<'zh' | 'en' | 'ar', string>>;
      position: number;
      enabled: Generated<boolean>;
      remark: Generated<string>;
      created_at: Made;
    };
  }
}
