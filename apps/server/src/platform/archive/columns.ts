/** So many rows that no statement takes long. */
const ROWS_AT_ONCE = 5_000;

/** Some thousand rows, each column as one text with a line for each. */
export type Columns<K extends string> = Readonly<Record<K, string>>;

/**
 * Rows as text that a database takes apart by itself: who only hands them on, as the loop does that carries orders, does
 * no work for each of them.
 * @throws for a value that is more than one line
 */
export const inColumns = <K extends string>(
  rows: readonly Readonly<Record<K, string | number>>[],
  names: readonly K[],
): Columns<K>[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) => {
    const some = rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE);
    const column = (name: K): string => {
      const text = some.map((row) => row[name]).join('\n');
      if (text.split('\n').length !== some.length) throw new Error(`${name}: more than one line`);
      return text;
    };
    return Object.fromEntries(names.map((name) => [name, column(name)])) as Columns<K>;
  });
