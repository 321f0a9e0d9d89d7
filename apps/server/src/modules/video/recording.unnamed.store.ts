import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Where the parts of recordings lie. */
export const partPrefix = 'recording/';

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const shape = new RegExp(`^${partPrefix}${id}/${id}/${id}$`);

/** Those of some keys of parts that are not listed, and whose recording neither runs nor becomes films. */
export const unnamedParts = async (db: DbOrTrx, keys: readonly string[]): Promise<string[]> => {
  const asked = keys.flatMap((key) => {
    const [, root, oid] = shape.exec(key) ?? [];
    return root === undefined || oid === undefined ? [] : { key, root, oid };
  });
  const { rows } = await sql<{ key: string }>`select given.key
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ root }) => root)}::uuid[],
      ${asked.map(({ oid }) => oid)}::uuid[]) as given (key, root, oid)
    where exists (select from organisation where organisation.oid = given.root)
      and not exists (select from video_recording recording
        where recording.oid = given.oid and recording.state in ('running', 'finishing'))
      and not exists (select from video_recording_part part where part.object_key = given.key)`.execute(db);
  return rows.map(({ key }) => key);
};
