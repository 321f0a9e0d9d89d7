import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';

/**
 * Does something with each of these in a transaction of its own: one that fails, such as of an organisation whose audit
 * log takes no rows, keeps none of the others from flying. It is found again by the next pass.
 * @returns what was done
 */
export const eachAlone = async <T>(
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  oids: readonly string[],
  work: (trx: DbOrTrx, oid: string) => Promise<T | undefined>,
): Promise<T[]> => {
  const done: T[] = [];
  for (const oid of oids)
    try {
      const one = await db.transaction().execute((trx) => work(trx, oid));
      if (one !== undefined) done.push(one);
    } catch (err) {
      log.error({ err, oid }, 'a timed task or one of its runs was left as it is');
    }
  return done;
};
