import type { DrawnGeometry } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    region: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      geometry: Json<DrawnGeometry>;
      color: string;
      on_ground: boolean;
      kind: Generated<string>;
      shape: Generated<string>;
      label: Generated<string>;
      radius: number | null;
      width: number | null;
      places: Generated<number>;
      length: number | null;
      perimeter: number | null;
      area: number | null;
      west: Generated<number>;
      south: Generated<number>;
      east: Generated<number>;
      north: Generated<number>;
      floor: number | null;
      ceiling: number | null;
      height_reference: Generated<string>;
      valid_from: Date | null;
      valid_until: Date | null;
      zone: Generated<string>;
      enabled: Generated<boolean>;
      remark: Generated<string>;
      created_by: string;
      created_at: Made;
      updated_at: Made;
    };
  }
}
