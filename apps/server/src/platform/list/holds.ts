import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { DbOrTrx } from '../runtime.ts';

/** Rows elsewhere that keep a row from being deleted. */
export interface Hold {
  /** The business word of what is in the way. */
  kind: string;
  /** How many rows refer to each; those that none refers to may be missing. Ask after locking. */
  count(trx: DbOrTrx, oids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Address of the console with those rows. */
  link?(oid: string): string;
}

/** Rows of a table that name a row in a column, as long as a condition holds for them. */
export const usedBy = (
  table: string,
  { column, still, link }: { column: string; still: RawBuilder<boolean>; link?: (oid: string) => string },
): Hold => ({
  kind: table,
  async count(trx, oids) {
    const { rows } = await sql<{ oid: string; count: number }>`
      select ${sql.ref(column)} as oid, count(*)::int as count from ${sql.table(table)}
      where ${sql.ref(column)} = any(${[...oids]}::uuid[]) and ${still} group by 1`.execute(trx);
    return new Map(rows.map((row) => [row.oid, row.count]));
  },
  ...(link ? { link } : {}),
});

/** @throws Refusal `inUse` naming the first row that is in use, with all of them and what is in the way in `data` */
export async function requireUnheld(
  trx: DbOrTrx,
  holds: readonly Hold[],
  rows: readonly { oid: string; name: string }[],
): Promise<void> {
  const oids = rows.map((row) => row.oid);
  const inTheWay: { oid: string; name: string; kind: string; count: number; link: string | null }[] = [];
  for (const hold of holds) {
    const counts = await hold.count(trx, oids);
    for (const { oid, name } of rows) {
      const count = counts.get(oid) ?? 0;
      if (count > 0) inTheWay.push({ oid, name, kind: hold.kind, count, link: hold.link?.(oid) ?? null });
    }
  }
  const [first] = inTheWay;
  if (!first) return;
  throw new Refusal('inUse', {
    values: { name: first.name },
    data: { oids: [...new Set(inTheWay.map((one) => one.oid))], inTheWay },
  });
}
