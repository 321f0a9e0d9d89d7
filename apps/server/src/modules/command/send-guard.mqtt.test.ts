import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { connectBroker, startEmbeddedBroker, type EmbeddedBroker } from '../../platform/mqtt/index.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { createSendGuard, type SendGuard } from './send-guard.ts';
import type { EmergencyIntent } from './intent-claims.ts';

const { intentAnswerTimeout } = limits.command;
const log = createLog({ level: 'silent' });
let database: TestDatabase;
let broker: EmbeddedBroker;
let servers: SendGuard[];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, log });
  servers = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const client = connectBroker({ ...broker.connection, clientId: `server-${index}`, log });
      stops.push(() => client.close());
      await client.untilUp(5_000);
      const guard = createSendGuard({ clock: systemClock, log }, client);
      await guard.start();
      return guard;
    }),
  );
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await broker?.stop();
  await database?.drop();
});

const server = (index: number): SendGuard => servers[index] as SendGuard;
const intent = (): EmergencyIntent => ({ memberOID: randomUUID(), dockOID: randomUUID(), key: randomUUID() });
const speaker = (index: number | null): void =>
  servers.forEach((one, at) => one.answerFor(() => at === index));

describe('an emergency intent with two ways out of several servers', () => {
  beforeEach(() => speaker(2));

  it('goes out by the emergency way when the gateway has not sent it, and by no other after that', async () => {
    const one = intent();
    expect(await server(0).claimAcrossServers(one)).toBe(true);
    expect(server(2).claim(one)).toBe(false);
    expect(await server(1).claimAcrossServers(one)).toBe(false);
    expect(await server(0).claimAcrossServers(one)).toBe(false);
  });

  it('stays in when the gateway has sent it', async () => {
    const one = intent();
    expect(server(2).claim(one)).toBe(true);
    expect(await server(0).claimAcrossServers(one)).toBe(false);
  });

  it('goes out once when all servers are asked at the same moment', async () => {
    for (const gateway of [null, 0, 1, 2]) {
      speaker(gateway);
      // Where nobody speaks to the dock each waits for an answer that never comes.
      const inTime = intentAnswerTimeout * (gateway === null ? 1.5 : 1);
      for (let judged = 0; judged < (gateway === null ? 4 : 20);) {
        const [one, began] = [intent(), performance.now()];
        const verdicts = await Promise.all(servers.map((each) => each.claimAcrossServers(one)));
        // A machine that stood still meanwhile has let the time for answers pass, and silence lets it be sent.
        if (performance.now() - began > inTime) continue;
        judged += 1;
        expect(verdicts.filter(Boolean), `gateway ${gateway}`).toHaveLength(1);
      }
    }
  });

  it('goes out though no server speaks to the dock, and a server that takes the dock over then keeps silent', async () => {
    speaker(null);
    const one = intent();
    expect(await server(0).claimAcrossServers(one)).toBe(true);
    speaker(1);
    expect(server(1).claim(one)).toBe(false);
  });
});
