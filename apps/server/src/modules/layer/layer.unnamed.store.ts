import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Where the tiles of layers lie, and files of which tiles are made. */
export const layerPrefix = 'layer/';

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const shape = new RegExp(`^${layerPrefix}${id}/${id}$`);

/** Those of some keys that no layer names, neither as what it shows nor as what that is being made of. */
export const unnamedPacks = async (db: DbOrTrx, keys: readonly string[]): Promise<string[]> => {
  const asked = keys.flatMap((key) => {
    const [, root] = shape.exec(key) ?? [];
    return root === undefined ? [] : { key, root };
  });
  const { rows } = await sql<{ key: string }>`select given.key
    from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ root }) => root)}::uuid[])
      as given (key, root)
    where exists (select from organisation where organisation.oid = given.root)
      and not exists (select from layer where layer.object_key = given.key)
      and not exists (select from layer where layer.source_key = given.key)`.execute(db);
  return rows.map(({ key }) => key);
};
