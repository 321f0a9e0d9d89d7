import type { ColumnType, Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    control_lease: {
      dock_oid: string;
      control: 'flight' | 'payload';
      epoch: ColumnType<string, number | undefined, number>;
      holder_oid: string | null;
      session_oid: string | null;
      tab_id: string | null;
      expires_at: Made;
      asker_oid: string | null;
      asker_session_oid: string | null;
      asker_tab_id: string | null;
      asker_until: Date | null;
      lost_told: Generated<boolean>;
      several_tabs: Generated<boolean>;
    };
  }
}
