import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { readSettings } from '../platform/settings.ts';
import { startAll, type Running } from '../processes/all.ts';
import { callAt, signIn, until } from './caller.ts';
import { createOperator } from './operator.ts';
import { requireNamedDetails } from './audit-details.ts';

export type { Answer } from './caller.ts';

/**
 * The whole server, as it is started for people, on a database of its own and free ports, with a person
 * signed in and a hand-written dock beside it.
 */
export const startTestServer = async (
  given: Record<string, string> = {},
  /** Is told every line of the log that the level of `given` lets through. */
  logged?: (line: string) => void,
  /** Instead of one of its own. */
  found?: TestDatabase,
) => {
  const database = found ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'eyrie-test-server-'));
  const password = `Test#${randomUUID().slice(0, 8)}aA1`;
  const env = {
    EYRIE_PORT: '0',
    EYRIE_MQTT_PORT: '0',
    EYRIE_RTMP_PORT: '0',
    EYRIE_WEBRTC_PORT: '0',
    EYRIE_DATA_DIR: dataDir,
    EYRIE_DATABASE_URL: database.url,
    EYRIE_DEMO: 'off',
    EYRIE_ADMIN_PASSWORD: password,
    EYRIE_LOG_LEVEL: 'silent',
    EYRIE_INSTANCE_ID: 'test',
    EYRIE_PROCESSES: 'api,gateway,scheduler,worker',
    ...given,
  };
  const start = async (changes: Record<string, string> = {}): Promise<Running> => {
    const settings = readSettings({ ...env, ...changes });
    const level = settings.logLevel;
    const log = logged ? createLog({ level, destination: { write: logged } }) : createLog({ level });
    return startAll(settings, log, () => undefined);
  };
  const running = await start();
  await running.ready;
  const login = (url = running.url) => signIn(url, 'admin', password);
  // A busy machine may answer the first time that it has to wait for its database.
  const { token, groupOID } = await until('signed in', login, Boolean, 10_000, 500);
  const operator = createOperator({ url: running.url, mqtt: running.mqtt, token, groupOID });

  return {
    running,
    database,
    env,
    token,
    groupOID,
    start,
    login,
    callAt,
    ...operator,
    async close(): Promise<void> {
      await operator.close();
      await running.stop();
      try {
        await requireNamedDetails(database.connection.kysely);
      } finally {
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
};
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
