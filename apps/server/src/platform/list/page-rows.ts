import { sql, type RawBuilder } from 'kysely';
import { storedName, type Asked } from './define.ts';
import { keyOf, ref, type AnyList } from './wanted.ts';

const columnsOf = (list: AnyList, asked: Asked, detail: boolean): RawBuilder<unknown> =>
  sql.join(
    Object.entries<Parameters<typeof storedName>[0]>({ ...list.columns, ...(detail ? list.detail : {}) }).map(
      ([name, one]) => {
        const stored = storedName(one);
        const value =
          stored === undefined ? (typeof one === 'function' ? one(asked) : one) : ref(list, stored);
        return sql`${value} as ${sql.ref(name)}`;
      },
    ),
  );

/** Columns and joins of rows that were found: they are read once, and for no row that is not shown. */
export const pageRows = (
  list: AnyList,
  asked: Asked,
  hits: RawBuilder<unknown>,
  { detail = false, counted = false } = {},
): RawBuilder<unknown> => sql`
  select ${columnsOf(list, asked, detail)}${counted ? sql`, list_hit.list_total` : sql``}
  from (select list_found.*, row_number() over () as list_at from (${hits}) as list_found) as list_hit
  join ${sql.table(list.table)} on ${keyOf(list)} = list_hit.list_oid
  ${list.joins ?? sql``} ${typeof list.pageJoins === 'function' ? list.pageJoins(asked) : (list.pageJoins ?? sql``)} order by list_hit.list_at`;

/** Moments become numbers, in the row itself: a copy of each row costs more than the rest of the answer. */
export const sent = (row: Record<string, unknown>): Record<string, unknown> => {
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (value instanceof Date) row[name] = value.getTime();
  }
  return row;
};
export type Found = Record<string, unknown>;
