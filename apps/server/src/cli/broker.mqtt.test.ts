import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { connectBroker, mosquittoAccounts } from '../platform/mqtt/index.ts';
import { holdInstanceName } from '../platform/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { clusterName } from '../processes/cluster-broker.ts';
import { hasMosquitto, startOutsideBroker } from '../testing/outside-parts.ts';
import { startScript } from '../testing/server-process.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const log = createLog({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it.runIf(hasMosquitto)(
  'eyrie broker adopt gives database and broker one identity, with no server running',
  async () => {
    const outside = await startOutsideBroker();
    const broker = connectBroker({ url: outside.url, clientId: 'test', log });
    try {
      const adopt = async (): Promise<{ code: number | null; lines: string[] }> => {
        const { lines, exit } = startScript(cli, ['broker', 'adopt'], {
          EYRIE_DATABASE_URL: database.url,
          EYRIE_MQTT_URL: outside.url,
        });
        return { code: (await exit).code, lines };
      };
      const server = await holdInstanceName({
        url: database.url,
        instanceId: randomUUID(),
        log,
        taken: () => undefined,
      });
      await server.share(clusterName);
      const refused = await adopt();
      expect(refused.code).toBe(1);
      expect(refused.lines.join('\n')).toMatch(new RegExp(`stop every server first; .*:${process.pid}`));
      await server.release();

      const { host } = new URL(outside.url);
      const adopted = await adopt();
      expect(adopted).toMatchObject({ code: 0 });
      expect(adopted.lines.join('\n')).toContain(
        `mqtt://${host} is the broker of this database now; before: none`,
      );
      const [row] = await database.connection.kysely.selectFrom('cluster_broker').selectAll().execute();
      expect(row).toMatchObject({ embedded: false, address: `mqtt://${host}` });
      await broker.untilUp(10_000);
      expect(await mosquittoAccounts(broker, 'eyrie').identity.read()).toBe(row?.id);
    } finally {
      await broker.close();
      await outside.stop();
    }
  },
);
