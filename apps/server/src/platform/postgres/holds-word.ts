import { sql, type RawBuilder } from 'kysely';

/**
 * Does a text hold a word as it was typed, capitals aside. Signs that mean something to `like` mean nothing here.
 * @param column of the query it stands in, `table.column` or its name alone
 */
export const holdsWord = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${word})) > 0`;
