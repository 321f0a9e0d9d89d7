import { sql } from 'kysely';
import type { Names } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';

/**
 * How often control was taken with each of these reasons. The log keeps the words, in whatever language they were
 * chosen, so that it can be read without the code table.
 */
export async function overridesBecauseOf(
  db: DbOrTrx,
  groupRoot: string,
  codes: readonly { code: string; names: Names }[],
): Promise<ReadonlyMap<string, number>> {
  const words = codes.flatMap(({ code, names }) =>
    [...new Set([names.zh, names.en, names.ar])].filter(Boolean).map((word) => ({ code, word })),
  );
  const { rows } = await sql<{ word: string; count: number }>`
    select detail ->> 'reason' as word, count(*)::int as count from audit_log
    where group_root = ${groupRoot}::uuid and action = 'lease.override'
      and detail ->> 'reason' = any(${words.map((one) => one.word)}::text[])
    group by 1`.execute(db);
  const counts = new Map<string, number>();
  for (const { word, count } of rows)
    for (const { code } of words.filter((one) => one.word === word))
      counts.set(code, (counts.get(code) ?? 0) + count);
  return counts;
}
