import { calls, type ConnectionStepRecord } from '@eyrie/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { startFakeEmqx, type FakeEmqx } from '../platform/mqtt/emqx.fixture.ts';
import { startEmbeddedBroker, type EmbeddedBroker } from '../platform/mqtt/index.ts';
import { freePort } from '../platform/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { until } from '../testing/caller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const secret = 'z'.repeat(32);
let database: TestDatabase;
let broker: EmbeddedBroker;
let fake: FakeEmqx;
let server: TestServer;

/** EMQX for what it asks and is asked; the messages of the servers go by a broker that is there. */
beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog({ level: 'silent' });
  broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, log });
  const { url, username, password } = broker.connection;
  const address = new URL(url);
  address.username = username;
  address.password = password;
  const port = await freePort();
  fake = await startFakeEmqx({ port, secret });
  server = await startTestServer({
    EYRIE_DATABASE_URL: database.url,
    EYRIE_MQTT_URL: address.href,
    EYRIE_EMQX_API_URL: fake.api.url,
    EYRIE_EMQX_API_KEY: fake.api.key,
    EYRIE_EMQX_API_SECRET: fake.api.secret,
    EYRIE_EMQX_LISTEN: `127.0.0.1:${port}`,
    EYRIE_EMQX_SECRET: secret,
  });
});
afterAll(async () => {
  await server?.close();
  await fake?.stop();
  await broker?.stop();
  await database?.drop();
});

it('a whole server lets docks in at EMQX, shows why one is refused, and shuts out one that is retired', async () => {
  const sn = 'EMQXDOCK01';
  const given = { name: '机场', sn, model: '3-2-0', vendor: 'DJI', groupOID: server.groupOID };
  const { oid, secret: password } = (await server.call(calls.dock.add, given)).data as {
    oid: string;
    secret: string;
  };
  const dock = { username: sn, password };
  const topic = `thing/product/${sn}/osd`;

  expect(await fake.connect({ ...dock, password: 'other' })).toBe(false);
  const steps = async (): Promise<ConnectionStepRecord[]> =>
    (await server.call(calls.connection.get, { oid })).data.steps as ConnectionStepRecord[];
  await until('the refusal on the page of the dock', steps, (list) =>
    list.some(({ step, fault }) => step === 'connect' && fault === 'wrongPassword'),
  );

  await until('let in', () => fake.connect(dock), Boolean);
  expect(await fake.may(sn, 'publish', topic)).toBe(true);
  expect(await fake.may(sn, 'publish', 'thing/product/OTHERDOCK/osd')).toBe(false);

  expect(await server.call(calls.dock.retire, { oids: [oid] })).toMatchObject({ status: 200 });
  expect(fake.connected(sn)).toBe(false);
  await until(
    'refused',
    () => fake.connect(dock),
    (letIn) => !letIn,
  );
  expect(await server.call(calls.dock.reinstate, { oids: [oid] })).toMatchObject({ status: 200 });
  await until('let in again', () => fake.connect(dock), Boolean);
});

it('says on the page of operation that orders may come after their time, and when nobody can be shut out', async () => {
  const shows = (reason: string) =>
    until(
      reason,
      async () => {
        const { data } = await server.call(calls.operation.health);
        return (data.list as { part: string; reason: string | null }[]).find(({ part }) => part === 'broker');
      },
      (found) => found?.reason === reason,
      40_000,
      200,
    );
  await shows('lateDelivery');
  fake.answersWith(500);
  await shows('managementAway');
  fake.answersWith(null);
  await shows('lateDelivery');
});
