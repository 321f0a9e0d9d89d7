import type { BigInt8, Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    appearance: {
      oid: string;
      group_root: string;
      kind: 'console' | 'screen';
      version: number;
      look: Json;
      origin: 'edit' | 'last' | 'factory' | 'moved';
      member_oid: string | null;
      created_at: Made;
    };
    appearance_image: {
      id: string;
      group_root: string;
      object_key: string;
      content_type: string;
      size: number;
      created_at: Made;
    };
    map_tiles: {
      id: string;
      group_root: string;
      object_key: string;
      size: BigInt8;
      level_min: number;
      level_max: number;
      created_at: Made;
    };
    map_tile: {
      tiles_id: string;
      z: number;
      x: number;
      y: number;
      start: BigInt8;
      length: number;
      content_type: string;
    };
  }
}
