import type { RegionGeometry } from '@eyrie/domain';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    region: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      geometry: Json<RegionGeometry>;
      color: string;
      on_ground: boolean;
      created_by: string;
      created_at: Made;
      updated_at: Made;
    };
  }
}
