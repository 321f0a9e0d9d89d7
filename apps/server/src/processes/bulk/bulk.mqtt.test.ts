import { calls, type HealthPart } from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { buildKmz, kmzModels } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { childrenRunning } from '../../testing/children.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  const { promise: runs, resolve } = Promise.withResolvers<void>();
  const logged = (line: string): void => {
    if (line.includes('the bulk process answers its calls')) resolve();
  };
  server = await startTestServer({ EYRIE_PROCESSES: 'all', EYRIE_LOG_LEVEL: 'info' }, logged);
  await runs;
});
afterAll(() => server?.close());

const answeredBy = (path: string, init: RequestInit = {}) =>
  fetch(`${server.running.url}${path}`, { headers: { authToken: server.token }, ...init });

describe('a server with a process for bulk calls', () => {
  it('answers them with the rights, the audit rows and the files of the one server that it is', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(buildKmz({ model: kmzModels.m3td }))]), 'route.kmz');
    const sent = await answeredBy(calls.route.uploadKmz.path, { method: 'POST', body: form });
    const route = ((await sent.json()) as { data: { oid: string } }).data;
    expect(sent.status).toBe(200);
    const { rows } = await server.database.connection.pool.query(
      `select address, outcome from audit_log where action = 'route.import'`,
    );
    expect(rows).toMatchObject([{ address: '127.0.0.1', outcome: 'done' }]);
    const { oid } = await server.addDock();
    expect(await server.addFlight(oid, route.oid)).toEqual(expect.any(String));
    const stranger = await answeredBy(calls.route.query.path, { method: 'POST', headers: {} });
    expect(stranger.status).toBe(401);
  });

  it('keeps the loop that carries orders free of a long plan', async () => {
    // The last one is wrong: it is parsed and checked as a whole, and not flown.
    const points = Array.from({ length: 60_000 }, (_, at) => ({
      id: `p${at}`,
      lng: 113.95 + (at % 256) / 1e4,
      lat: 22.54 + Math.floor(at / 256) / 1e4,
      height: at < 59_999 ? 80 : 'high',
      actions: [],
    }));
    const body = JSON.stringify({ name: 'long', plan: { ...freshPlan('waypoint'), points } });
    const headers = { authToken: server.token, 'content-type': 'application/json' };
    const begun = performance.now();
    let [last, longest] = [begun, 0];
    const look = (): void => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const turns = setInterval(look, 1);
    const answer = await answeredBy(calls.route.add.path, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    clearInterval(turns);
    look();
    expect(answer.status).toBe(422);
    // A loop that parses and checks it stands still for nearly all of that.
    expect(longest / (performance.now() - begun)).toBeLessThan(0.3);
  });

  it.skipIf(process.platform !== 'linux')(
    'says by its health that the process was killed, and that it runs again',
    async () => {
      const health = async () => {
        const { data } = await server.call(calls.operation.health);
        return (data.list as HealthPart[]).find(({ part }) => part === 'bulk');
      };
      const isFine = (part?: HealthPart): boolean => part?.state === 'fine';
      const running = await until('bulk calls are fine', health, isFine);
      expect(running?.figures.map(({ name }) => name).toSorted()).toEqual(['answer', 'uptime']);
      const [pid = 0] = childrenRunning('bulk-process');
      process.kill(pid, 'SIGKILL');
      const gone = await until('they are not', health, (part) => !isFine(part));
      expect(['ended', 'restarted', 'failed']).toContain(gone?.reason);
      await until('they are fine again', health, isFine);
      expect(childrenRunning('bulk-process')).not.toContain(pid);
    },
  );

  it('lets nobody past the port that people reach', async () => {
    const answer = await answeredBy(calls.layer.query.path, {
      method: 'POST',
      headers: { authToken: server.token, 'content-type': 'application/json', 'x-eyrie-relay': 'guessed' },
      body: '{}',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-server-time')).toMatch(/^\d+$/);
  });
});
