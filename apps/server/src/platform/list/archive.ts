import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { unlessTaken } from '../postgres/index.ts';
import type { DbOrTrx } from '../runtime.ts';
import { ref, type AnyList } from './wanted.ts';

const minute = 60_000;

const archiveOf = ({ archive, deletedAt, table }: AnyList) => {
  if (!archive || !deletedAt) throw new Error(`${table} has no archive`);
  return { ...archive, deletedAt };
};

/**
 * Brings back deleted rows that are locked.
 * @throws Refusal `restoreTooLate`, and `nameTaken` when another row has the name by now
 */
export async function restoreRows(
  trx: DbOrTrx,
  list: AnyList,
  records: readonly { oid: string; name: string }[],
  now: Date,
): Promise<void> {
  const { restoreWithin, deletedAt } = archiveOf(list);
  for (const { oid, name } of records) {
    const restored = sql<object>`update ${sql.table(list.table)} set ${sql.ref(deletedAt)} = null
      where ${ref(list, 'oid')} = ${oid}::uuid
        and ${ref(list, deletedAt)} >= ${new Date(now.getTime() - restoreWithin)}
      returning oid`.execute(trx);
    const { rows } = await unlessTaken(restored, () => new Refusal('nameTaken', { values: { name } }));
    if (rows.length === 0)
      throw new Refusal('restoreTooLate', { values: { name, minutes: restoreWithin / minute } });
  }
}
