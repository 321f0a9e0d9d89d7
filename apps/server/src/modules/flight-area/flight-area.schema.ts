import type { AreaState } from '@eyrie/domain';
import type { Generated } from 'kysely';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    flight_area_dock: {
      dock_oid: string;
      group_root: string;
      state: Exclude<AreaState, 'unmanaged'>;
      erases: Generated<boolean>;
      member_oid: string;
      object_key: string | null;
      file_name: string | null;
      checksum: string | null;
      size: number | null;
      areas: number | null;
      reason: number | null;
      wanted_at: Date;
      sent_at: Date | null;
      changed_at: Date;
    };
  }
}
