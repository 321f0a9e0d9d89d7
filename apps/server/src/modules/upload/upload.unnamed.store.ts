import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Where parts lie that are objects of their own. */
export const partPrefix = 'upload/';

/** @param start of the part in its file, bytes @param mark of one attempt to store it */
export const partKey = (
  { groupRoot, oid }: { groupRoot: string; oid: string },
  start: number,
  mark: string,
): string => `${partPrefix}${groupRoot}/${oid}/${start}-${mark}`;

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const shape = new RegExp(`^${partPrefix}${id}/${id}/[0-9]+-[0-9a-f-]{36}$`);

/** Those of some keys of parts that nothing names, and whose upload is not under way. */
export const unnamedParts = async (db: DbOrTrx, keys: readonly string[]): Promise<string[]> => {
  const asked = keys.flatMap((key) => {
    const [, root, oid] = shape.exec(key) ?? [];
    return root === undefined || oid === undefined ? [] : { key, root, oid };
  });
  const { rows } = await sql<{ key: string }>`select given.key
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ root }) => root)}::uuid[],
      ${asked.map(({ oid }) => oid)}::uuid[]) as given (key, root, oid)
    where exists (select from organisation where organisation.oid = given.root)
      and not exists (select from upload where upload.oid = given.oid and upload.stored_oid is null)
      and not exists (select from upload_part part
        where part.upload_oid = given.oid and part.object_key = given.key)`.execute(db);
  return rows.map(({ key }) => key);
};
