import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import {
  connectBroker,
  mosquittoAccounts,
  startEmbeddedBroker,
  type BrokerClient,
  type EmbeddedBroker,
  type KeptIdentity,
} from '../platform/mqtt/index.ts';
import { holdInstanceName, sharersOf } from '../platform/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { until } from '../testing/caller.ts';
import { hasMosquitto, startOutsideBroker } from '../testing/outside-parts.ts';
import { startTestServer } from '../testing/test-server.ts';
import { adoptBroker, answerOthers, clusterName, joinCluster, type OwnBroker } from './cluster-broker.ts';

const log = createLog({ level: 'silent' });
let database: TestDatabase;
const brokers: EmbeddedBroker[] = [];
/** What a test opened, last first. */
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const parts = await createTestDatabase();
  database = parts;
  for (let count = 0; count < 2; count += 1)
    brokers.push(await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: parts.url, log }));
});
beforeEach(async () => {
  await database.connection.kysely.deleteFrom('cluster_broker').execute();
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await until(
    'nobody left',
    () => sharersOf(database.connection.kysely, clusterName),
    (left) => left.length === 0,
  );
});
afterAll(async () => {
  for (const one of brokers) await one.stop();
  await database?.drop();
});

const outside = (address: string): OwnBroker => ({ embedded: false, address });
const embedded = (address: string): OwnBroker => ({ embedded: true, address });

const connectTo = async (index: number): Promise<BrokerClient> => {
  const { connection } = brokers[index] as EmbeddedBroker;
  const broker = connectBroker({ ...connection, clientId: `test-${randomUUID()}`, log });
  ends.push(() => broker.close());
  await broker.untilUp(10_000);
  return broker;
};

/** A broker that keeps its identity. */
const keeping = (id: string | null): KeptIdentity & { id: string | null } => ({
  id,
  async read() {
    return this.id;
  },
  async write(now) {
    this.id = now;
  },
});

interface Start {
  own: OwnBroker;
  /** Which of the brokers; null: none yet. */
  broker: number | null;
  identity?: KeptIdentity | null;
  patience?: number;
}

/** Starts a server as far as it goes here. @returns its end, like that of a process */
const start = async ({ own, broker: index, identity = null, patience = 800 }: Start) => {
  const { url, connection } = database;
  const name = await holdInstanceName({
    url,
    instanceId: randomUUID(),
    log,
    taken: () => undefined,
  });
  ends.push(() => name.release());
  const broker = index === null ? null : await connectTo(index);
  const options = { db: connection.kysely, databaseUrl: url, own, broker, identity, patience };
  const id = await joinCluster(options, name);
  if (broker) await answerOthers(broker, id, log);
  return { id, end: () => name.release() };
};
const adopt = (own: OwnBroker, identity: KeptIdentity | null) =>
  adoptBroker({ db: database.connection.kysely, databaseUrl: database.url, own, identity });

describe('servers on one database', () => {
  it('are let in at one broker, whatever its address, and refused at two, which are named', async () => {
    const first = await start({ own: outside('mqtt://first:1'), broker: 0 });
    const second = await start({ own: outside('mqtt://other-name:1'), broker: 0, patience: 10_000 });
    expect(second.id).toBe(first.id);
    await expect(start({ own: outside('mqtt://wrong:2'), broker: 1 })).rejects.toThrow(
      new RegExp(`two clusters on one database: .*:${process.pid}.* mqtt://other-name:1, .* mqtt://wrong:2`),
    );
  });

  it('may change to a broker that keeps nothing once all of them ended', async () => {
    const first = await start({ own: outside('mqtt://first:1'), broker: 0 });
    await first.end();
    await start({ own: outside('mqtt://second:1'), broker: 1, patience: 10_000 });
  });

  it('have one embedded broker at a time', async () => {
    const first = await start({ own: embedded('embedded of a'), broker: null });
    await expect(start({ own: embedded('embedded of b'), broker: null })).rejects.toThrow(
      /two clusters on one database: .* embedded of a, .* embedded of b/,
    );
    await expect(start({ own: outside('mqtt://c:1'), broker: 0 })).rejects.toThrow(
      /embedded of a, .* mqtt:\/\/c:1/,
    );
    await first.end();
    await start({ own: embedded('embedded of b'), broker: null, patience: 10_000 });
  });

  it('do not fall back to an embedded broker where a setting was forgotten', async () => {
    const first = await start({ own: outside('mqtt://first:1'), broker: 0 });
    await first.end();
    await expect(start({ own: embedded('embedded of a'), broker: null, patience: 10_000 })).rejects.toThrow(
      /belongs to the broker mqtt:\/\/first:1, .* embedded of a/,
    );
    await adopt(embedded('embedded of a'), null);
    await start({ own: embedded('embedded of a'), broker: null });
  });

  it('stay known after the database was away', async () => {
    await start({ own: embedded('embedded of a'), broker: null });
    await database.connection.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'eyrie-name %' and datname = current_database()`,
    );
    await until(
      'held again',
      () => sharersOf(database.connection.kysely, clusterName),
      (held) => held.length === 1,
    );
  });
});

describe('a broker that keeps its identity', () => {
  it('gets it from the first server, and again when it lost it', async () => {
    const identity = keeping(null);
    const first = await start({ own: outside('mqtt://first:1'), broker: 0, identity });
    expect(identity.id).toBe(first.id);
    await first.end();
    identity.id = null;
    const again = await start({ own: outside('mqtt://first:1'), broker: 0, identity, patience: 10_000 });
    expect([again.id, identity.id]).toEqual([first.id, first.id]);
  });

  it('is another address of the same where its identity came along', async () => {
    const first = await start({ own: outside('mqtt://first:1'), broker: 0, identity: keeping(null) });
    await first.end();
    const identity = keeping(first.id);
    await start({ own: outside('mqtt://stand-in:1'), broker: 1, identity, patience: 10_000 });
  });

  it('of other servers is refused, also with nobody on it, until an operator adopts it', async () => {
    const identity = keeping(null);
    const first = await start({ own: outside('mqtt://first:1'), broker: 0, identity });
    const other = keeping(randomUUID());
    const before = other.id;
    await expect(adopt(outside('mqtt://other:1'), other)).rejects.toThrow(/stop every server first/);
    await first.end();
    const move: Start = { own: outside('mqtt://other:1'), broker: 1, identity: other, patience: 10_000 };
    await expect(start(move)).rejects.toThrow(/mqtt:\/\/first:1, .* mqtt:\/\/other:1\. .*eyrie broker adopt/);
    expect(other.id).toBe(before);
    await until('adopted', () => adopt(outside('mqtt://other:1'), other), Boolean);
    const moved = await start(move);
    await moved.end();
    await expect(
      start({ own: outside('mqtt://first:1'), broker: 0, identity, patience: 10_000 }),
    ).rejects.toThrow(/mqtt:\/\/other:1, .* mqtt:\/\/first:1/);
  });

  it('of another database is refused to a new one', async () => {
    await expect(
      start({ own: outside('mqtt://first:1'), broker: 0, identity: keeping(randomUUID()) }),
    ).rejects.toThrow(/mqtt:\/\/first:1 belongs to the servers of another database/);
  });

  it.runIf(hasMosquitto)('is Mosquitto with dynamic security, for every connection', async () => {
    const outsideBroker = await startOutsideBroker();
    ends.push(() => outsideBroker.stop());
    const open = async (): Promise<BrokerClient> => {
      const broker = connectBroker({ url: outsideBroker.url, clientId: randomUUID(), log });
      ends.push(() => broker.close());
      await broker.untilUp(10_000);
      return broker;
    };
    const accounts = mosquittoAccounts(await open(), 'eyrie');
    await accounts.prepare();
    expect(await accounts.identity.read()).toBeNull();
    const [first, second] = [randomUUID(), randomUUID()];
    await accounts.identity.write(first);
    expect(await mosquittoAccounts(await open(), 'eyrie').identity.read()).toBe(first);
    await accounts.identity.write(second);
    expect(await mosquittoAccounts(await open(), 'eyrie').identity.read()).toBe(second);
  });
});

it('a whole server keeps other brokers away from its database and answers at its own', async () => {
  const { connection } = brokers[0] as EmbeddedBroker;
  const address = new URL(connection.url);
  address.username = connection.username;
  address.password = connection.password;
  const server = await startTestServer({
    EYRIE_DATABASE_URL: database.url,
    EYRIE_MQTT_URL: address.href,
  });
  ends.push(() => server.close());
  await start({ own: outside('mqtt://same:1'), broker: 0, patience: 10_000 });
  await expect(start({ own: outside('mqtt://wrong:1'), broker: 1 })).rejects.toThrow(
    /two clusters on one database/,
  );
  await expect(start({ own: embedded('embedded here'), broker: null })).rejects.toThrow(
    /two clusters on one database: .* embedded here/,
  );
});
