import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../runtime.ts';
import type { Asked, Condition, Term } from './define.ts';
import { pageRows, sent, type Found } from './page-rows.ts';
import { all, fromWanted, keyOf, orderOf, sortOf, wantedOf, type AnyList } from './wanted.ts';

interface Bounds {
  piece: number;
  most: number;
}
/** A place in an order: what a row has in each of its terms, as the database writes it, and its key. */
interface Place {
  terms: readonly string[];
  key: string;
}

/** Behind a place. Spelled out where directions differ; the first condition is for the index. */
function behind(list: AnyList, terms: readonly Term[], place: Place): Condition {
  const beyond = (at: number): Condition => {
    const term = terms[at];
    if (!term) return sql<boolean>`${keyOf(list)} > ${place.key}`;
    const { column, descending } = term;
    const value = place.terms[at];
    return sql<boolean>`(${sql.ref(column)} ${sql.raw(descending ? '<' : '>')} ${value}
      or (${sql.ref(column)} = ${value} and ${beyond(at + 1)}))`;
  };
  const [first] = terms;
  if (!first) return beyond(0);
  const bound = sql.raw(first.descending ? '<=' : '>=');
  return sql<boolean>`${sql.ref(first.column)} ${bound} ${place.terms[0]} and ${beyond(0)}`;
}

/** Keys of the rows that fit, piece by piece, each piece found behind the last row of the one before. */
async function* keysBehind(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  terms: readonly Term[],
  { piece, most }: Bounds,
): AsyncGenerator<string[]> {
  let place: Place | null = null;
  let left = most;
  const valueOf = (row: Found, name: string): string => String(row[name]);
  while (left > 0) {
    const { found, searched } = wantedOf(list, asked);
    if (place) found.push(behind(list, terms, place));
    // A word that no index knows is looked for in one piece after the other: no statement reads the whole table.
    const sifted = list.searchMost !== undefined && searched.length > 0;
    const columns = terms.map(
      ({ column }, at) => sql`, ${sql.ref(column)}::text as ${sql.ref(`term_${at}`)}`,
    );
    const rows: Found[] = (
      await sql<Found>`select ${keyOf(list)}::text as key, ${sifted ? all(searched) : sql`true`} as hit
        ${sql.join(columns, sql``)}
        ${fromWanted(list, { found, searched: sifted ? [] : searched }, asked)}
        order by ${orderOf(list, asked)} limit ${piece}`.execute(db)
    ).rows;
    const keys = rows.filter(({ hit }) => hit === true).map((row) => valueOf(row, 'key'));
    yield keys.slice(0, left);
    left -= keys.length;
    const last = rows.at(-1);
    if (!last || rows.length < piece) return;
    place = { terms: terms.map((_, at) => valueOf(last, `term_${at}`)), key: valueOf(last, 'key') };
  }
}

/** The same for an order that is no list of columns: all keys at once. */
async function* keysAtOnce(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  { piece, most }: Bounds,
): AsyncGenerator<string[]> {
  const { rows } = await sql<{ key: string }>`select ${keyOf(list)}::text as key
    ${fromWanted(list, wantedOf(list, asked), asked)} order by ${orderOf(list, asked)} limit ${most}`.execute(
    db,
  );
  for (let at = 0; at < rows.length; at += piece) yield rows.slice(at, at + piece).map(({ key }) => key);
}

const rowsOfKeys = (list: AnyList, asked: Asked, keys: readonly string[]): RawBuilder<Found> =>
  sql<Found>`${pageRows(
    list,
    asked,
    sql`select list_oid
      from unnest(${[...keys]}::${sql.raw(list.key?.type ?? 'uuid')}[]) with ordinality as given (list_oid, place)
      order by place`,
  )}`;

/** Every row that fits, in its order, read piece by piece as the reader takes them. */
export async function* piecesOf(
  db: DbOrTrx,
  list: AnyList,
  asked: Asked,
  bounds: Bounds,
): AsyncGenerator<Found[]> {
  const order = sortOf(list, asked);
  const keys = Array.isArray(order)
    ? keysBehind(db, list, asked, order as readonly Term[], bounds)
    : keysAtOnce(db, list, asked, bounds);
  for await (const some of keys)
    if (some.length > 0) yield (await rowsOfKeys(list, asked, some).execute(db)).rows.map(sent);
}
