import pg from 'pg';
import { limits } from '@eyrie/domain';

export interface HeldLock {
  /** Ends when the lock may be gone: whoever holds it must stop. */
  signal: AbortSignal;
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
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.postgres.connect,
    query_timeout: limits.postgres.query,
    application_name: applicationName,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  await client.connect();
  const end = async (): Promise<void> => {
    await client.end().catch(() => undefined);
  };
  try {
    // A machine that loses power ends no connection: its locks would stay for the hours that a system waits by itself.
    await client.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [name],
    );
    if (rows[0]?.held) return { signal: lost.signal, release: end };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return null;
}
