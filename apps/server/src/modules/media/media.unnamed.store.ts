import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/**
 * Where this room stores what it makes or people send. What devices store below prefixes of their own is theirs: they say
 * what it is later, and after days without a connection as well.
 */
export const ownPrefixes = [
  'media/people/',
  'media/frames/',
  'media/live/',
  'thumbnail/',
  'pyramid/',
  'thermal/',
  'playback/',
] as const;

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const shape = new RegExp(
  `^(?:(?:media/(?:people|frames|live)|pyramid|thermal|playback)/${id}/${id}|thumbnail/${id}/${id}[.]jpg)$`,
);

/**
 * Those of some keys of files that nothing names: neither a file of that id, which its small picture, tiles, temperatures and copy go
 * with, deleted or not, nor one with that key, nor a recording of the organisation of which films are being made.
 */
export const unnamedFiles = async (db: DbOrTrx, keys: readonly string[]): Promise<string[]> => {
  const asked = keys.flatMap((key) => {
    const [, root = '', oid = '', smallRoot = '', smallOID = ''] = shape.exec(key) ?? [];
    return root === '' && smallRoot === '' ? [] : { key, root: root || smallRoot, oid: oid || smallOID };
  });
  const { rows } = await sql<{ key: string }>`select given.key
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ root }) => root)}::uuid[],
      ${asked.map(({ oid }) => oid)}::uuid[]) as given (key, root, oid)
    where exists (select from organisation where organisation.oid = given.root)
      and not exists (select from media where media.oid = given.oid)
      and not exists (select from media where media.object_key = given.key)
      and not exists (select from video_recording recording
        where recording.group_root = given.root and recording.state = 'finishing')`.execute(db);
  return rows.map(({ key }) => key);
};
