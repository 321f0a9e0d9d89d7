import { limits } from '@eyrie/domain';
import pg from 'pg';

/**
 * A connection for locks of the session: they last as long as it does.
 * @param watch is given it before it opens, to listen for its end
 */
export async function openLockConnection(
  url: string,
  applicationName: string,
  watch: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.postgres.connect,
    query_timeout: limits.postgres.query,
    application_name: applicationName,
    keepAlive: true,
  });
  watch(client);
  await client.connect();
  try {
    // A machine that loses power ends no connection: its locks would stay for the hours that a system waits by itself.
    await client.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  return client;
}
