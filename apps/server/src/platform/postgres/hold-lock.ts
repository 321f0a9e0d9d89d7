import { sql } from 'kysely';
import type { DbOrTrx } from '../runtime.ts';
import { openLockConnection } from './lock-connection.ts';

export interface HeldLock {
  /** Ends when the lock may be gone: whoever holds it must stop. */
  signal: AbortSignal;
  /** Holds a further name on the same connection, together with any number of others. */
  share(name: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds a name for this server as long as its connection lives: a server that is killed lets go at once, one that
 * hangs does not, and nobody can hold it twice.
 * @param applicationName how the database lists the holder
 * @returns null when another server holds it.
 */
export async function holdLock(
  url: string,
  name: string,
  applicationName = 'eyrie-lock',
): Promise<HeldLock | null> {
  const lost = new AbortController();
  const abort = (): void => lost.abort();
  const client = await openLockConnection(url, applicationName, (one) =>
    one.on('error', abort).on('end', abort),
  );
  const end = async (): Promise<void> => {
    await client.end().catch(() => undefined);
  };
  const share = async (shared: string): Promise<void> => {
    await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [shared]);
  };
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [name],
    );
    if (rows[0]?.held) return { signal: lost.signal, share, release: end };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return null;
}

/** Who holds a name together with others in this database: application and address of each, as its connection says. */
export const sharersOf = async (db: DbOrTrx, name: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string; address: string | null }>`
    select application_name as name, host(client_addr) as address
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and mode = 'ShareLock'
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${name}, 0)
    order by backend_start`.execute(db);
  return rows.map(({ name: application, address }) =>
    [application.replace('eyrie-name ', ''), address && `at ${address}`].filter(Boolean).join(' '),
  );
};
