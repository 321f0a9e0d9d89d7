import type { maintenanceProgrammeFields } from '@eyrie/domain';
import type { FieldTable, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    maintenance_programme: FieldTable<typeof maintenanceProgrammeFields> & {
      oid: string;
      group_root: string;
      created_at: Made;
      deleted_at: Date | null;
    };
  }
}
