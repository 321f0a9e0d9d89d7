import type { Generated } from 'kysely';
import type { BigInt8, Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    layer: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      type: number;
      role: Generated<string>;
      source: string;
      parent_oid: string | null;
      position: number;
      visible: Generated<boolean>;
      opacity: Generated<number>;
      attribution: Generated<string>;
      height_offset: Generated<number>;
      datum: Generated<string>;
      encoding: Generated<string>;
      bounds: Json | null;
      min_zoom: Generated<number>;
      max_zoom: Generated<number>;
      address: string | null;
      key_header: Generated<string>;
      access_key: string | null;
      object_key: string | null;
      source_key: string | null;
      work_oid: string | null;
      size: BigInt8;
      deleteable: Generated<boolean>;
      failure: string | null;
      state_at: Date | null;
      content_changes: Generated<number>;
      created_by: string;
      created_at: Made;
    };
    layer_mosaic: {
      flight_oid: string;
      group_root: string;
      group_oid: string;
      /** Null: it is not made yet, or, where it was made, people have deleted it. */
      layer_oid: string | null;
      made: Generated<boolean>;
      failure: string | null;
      zoom: number | null;
      /** Failures of drawing, less what succeeded since. */
      attempts: Generated<number>;
      until: Date | null;
      created_at: Date;
      updated_at: Date;
    };
    layer_mosaic_photo: {
      media_oid: string;
      flight_oid: string;
      thumbnail_key: string;
      eye: Json | null;
      west: number | null;
      south: number | null;
      east: number | null;
      north: number | null;
      fault: string | null;
    };
    layer_choice: {
      member_oid: string;
      choices: Json;
    };
    layer_content: {
      layer_oid: string;
      file: string;
      mark: string;
    };
    layer_file: {
      layer_oid: string;
      path: string;
      start: BigInt8;
      length: number;
      content_type: string;
    };
  }
}
