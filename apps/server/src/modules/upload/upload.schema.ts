import type { ColumnType } from 'kysely';
import type { UploadPurpose } from '@eyrie/domain';
import type { BigInt8 } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    upload: {
      oid: string;
      group_root: string;
      member_oid: string;
      purpose: UploadPurpose;
      name: string;
      size: BigInt8;
      hash: string;
      joined_until: Date | null;
      contested: ColumnType<boolean, boolean | undefined, boolean>;
      stored_oid: string | null;
      created_at: Date;
      touched_at: Date;
    };
    upload_part: {
      upload_oid: string;
      start: BigInt8;
      length: number;
      sha256: string;
      object_key: string;
      blocks: Buffer | null;
      crc32: ColumnType<string | null, number | null, number | null>;
      received: ColumnType<boolean, boolean | undefined, boolean>;
    };
  }
}
