import type { Json } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    notification: {
      oid: string;
      group_root: string;
      member_oid: string;
      kind: string;
      level: 'info' | 'attention' | 'alarm';
      values: Json<Record<string, string | number>>;
      at: Date;
      read_at: Date | null;
      popup: boolean;
    };
    notification_preference: {
      member_oid: string;
      preferences: Json;
    };
  }
}
