import type { SoundKind } from '@eyrie/domain';

/** The table of this room. Only its store writes it. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    speaker_sound: {
      oid: string;
      group_root: string;
      kind: SoundKind;
      name: string;
      spoken: string | null;
      duration: number | null;
      size: number | null;
      object_key: string | null;
      md5: string;
      created_by: string | null;
      created_at: Date;
    };
  }
}
