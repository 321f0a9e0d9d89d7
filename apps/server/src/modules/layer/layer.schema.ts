import type { PhotogrammetryFailure, PhotogrammetryOutput, PhotogrammetryState } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { BigInt8, Json, JsonDefault, Made } from '../../platform/postgres/columns.ts';

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
    layer_photogrammetry: {
      oid: string;
      group_root: string;
      group_oid: string;
      flight_oid: string;
      asked_by: string;
      name: string;
      media_oids: string[];
      photo_bytes: BigInt8;
      engine_uuid: string;
      state: Generated<PhotogrammetryState>;
      opened: Generated<boolean>;
      sent: Generated<number>;
      begun_at: Date | null;
      percent: Generated<number>;
      log: Generated<string[]>;
      log_line: Generated<number>;
      failure: PhotogrammetryFailure | null;
      detail: Generated<string>;
      failures: Generated<number>;
      sendings: Generated<number>;
      fetches: Generated<number>;
      left_uuids: Generated<string[]>;
      claim: string | null;
      until: Date | null;
      created_at: Date;
      updated_at: Date;
      ended_at: Date | null;
    };
    layer_photogrammetry_output: {
      task_oid: string;
      output: PhotogrammetryOutput;
      layer_oid: string | null;
      made: Generated<boolean>;
      failure: string | null;
      failure_values: JsonDefault;
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
