import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { connectBroker, startEmbeddedBroker, type EmbeddedBroker } from '../../platform/mqtt/index.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { createSentWishes, type SentWishes } from './sent-wishes.ts';
import type { Wish } from './wish-claims.ts';

const log = createLog({ level: 'silent' });
let database: TestDatabase;
let broker: EmbeddedBroker;
let servers: SentWishes[];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, log });
  servers = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const client = connectBroker({ ...broker.connection, clientId: `server-${index}`, log });
      stops.push(() => client.close());
      await client.untilUp(5_000);
      const wishes = createSentWishes({ clock: systemClock, log }, client);
      await wishes.start();
      return wishes;
    }),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await broker?.stop();
  await database?.drop();
});

const server = (index: number): SentWishes => servers[index] as SentWishes;
const wish = (): Wish => ({ memberOID: randomUUID(), dockOID: randomUUID(), key: randomUUID() });
const speaker = (index: number | null): void =>
  servers.forEach((one, at) => one.answerFor(() => at === index));

describe('a wish with two ways out of several servers', () => {
  beforeEach(() => speaker(2));

  it('goes out by the emergency way when the gateway has not sent it, and by no other after that', async () => {
    const one = wish();
    expect(await server(0).claimEverywhere(one)).toBe(true);
    expect(server(2).claim(one)).toBe(false);
    expect(await server(1).claimEverywhere(one)).toBe(false);
    expect(await server(0).claimEverywhere(one)).toBe(false);
  });

  it('stays in when the gateway has sent it', async () => {
    const one = wish();
    expect(server(2).claim(one)).toBe(true);
    expect(await server(0).claimEverywhere(one)).toBe(false);
  });

  it('goes out once when all servers are asked at the same moment', async () => {
    for (const gateway of [null, 0, 1, 2]) {
      speaker(gateway);
      for (let round = 0; round < (gateway === null ? 4 : 20); round += 1) {
        const one = wish();
        const verdicts = await Promise.all(servers.map((each) => each.claimEverywhere(one)));
        expect(verdicts.filter(Boolean), `gateway ${gateway}`).toHaveLength(1);
      }
    }
  });

  it('goes out though no server speaks to the dock, and a server that takes the dock over then keeps silent', async () => {
    speaker(null);
    const one = wish();
    expect(await server(0).claimEverywhere(one)).toBe(true);
    speaker(1);
    expect(server(1).claim(one)).toBe(false);
  });
});
