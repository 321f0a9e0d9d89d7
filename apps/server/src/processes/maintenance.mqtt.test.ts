import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls, limits, type CallDeclaration } from '@eyrie/domain';
import { waitsForMaintenance } from '../modules/operation/index.ts';
import { callAt, signIn, until, type Answer } from '../testing/caller.ts';
import { readLive, type LiveReader } from '../testing/live-reader.ts';
import { createOperator, type Operator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
/** Flies, and does not run the instance. */
let pilot: Operator & { token: string };
let live: LiveReader;

const addPilot = async (): Promise<void> => {
  const { pool } = server.database.connection;
  const oid = randomUUID();
  await pool.query(
    `insert into member (oid, group_root, group_oid, account, name, password_hash, must_change, service)
     select $1, group_root, group_oid, 'pilot', 'Pilot', password_hash, false, false from member where account = 'admin'`,
    [oid],
  );
  await pool.query(
    `insert into member_role (member_oid, role_oid) select $1, oid from role where first_key = 'operator'`,
    [oid],
  );
};

beforeAll(async () => {
  server = await startTestServer();
  await addPilot();
  const who = await signIn(server.running.url, 'pilot', server.env.EYRIE_ADMIN_PASSWORD);
  const at = { url: server.running.url, mqtt: server.running.mqtt };
  pilot = { ...createOperator({ ...at, ...who }), token: who.token };
  live = await readLive(server.running.url, who);
});
afterAll(async () => {
  live?.stop();
  await pilot?.close();
  await server?.close();
});

const plan = (last: number): Promise<Answer> =>
  server.call(calls.notice.addForAll, {
    kind: 'maintenance',
    texts: { en: 'New disks' },
    level: 'attention',
    from: Date.now(),
    until: Date.now() + last,
    onSignIn: true,
  });
const readiness = async (): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(`${server.running.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
};
const untilOn = (on: boolean, within = 2_000): Promise<unknown> =>
  until('known here', readiness, ({ body }) => (body as { ready: boolean }).ready !== on, within);
const order = async (
  declaration: CallDeclaration,
  oid: string,
  more: Record<string, unknown> = {},
): Promise<Answer> => pilot.call(declaration, { oid, key: randomUUID(), ...more });

describe('maintenance', () => {
  it('keeps flights from beginning and takes nothing from one in the air', async () => {
    const [flying, waiting] = [await server.addDock(), await server.addDock('3-2-0', 0.1)];
    const route = await pilot.uploadRoute();
    const [inAir, next] = [
      await pilot.addFlight(flying.oid, route.oid),
      await pilot.addFlight(waiting.oid, (await pilot.uploadRoute(0.1)).oid),
    ];
    const start = async (dockOID: string, flightOID: string, key: string): Promise<Answer> =>
      pilot.call(calls.command.startJob, {
        oid: dockOID,
        key,
        flightOID,
        epoch: await pilot.takeLease(dockOID),
        nonce: await pilot.nonceFor(dockOID, 'startJob'),
      });
    await pilot.untilReady(flying.dock, inAir);
    const startKey = randomUUID();
    const started = await start(flying.oid, inAir, startKey);
    expect(started).toMatchObject({ status: 200 });
    await pilot.fly(flying.dock, flying.oid, inAir);
    await pilot.untilReady(waiting.dock, next);

    const heardBefore = live.heard.length;
    const on = await plan(3_600_000);
    expect(on).toMatchObject({ status: 200, data: { state: 'current', kind: 'maintenance' } });
    await untilOn(true);
    const end = on.data.until as number;
    expect(await readiness()).toEqual({
      status: 200,
      body: { ready: false, missing: ['maintenance'], maintenanceUntil: end },
    });
    await until(
      'the consoles are told',
      async () => live.heard.slice(heardBefore),
      (heard) => heard.some(({ name }) => name === 'noticeChange'),
    );
    expect(
      (await callAt(server.running.url, null, calls.notice.shownOutside)).data.list.map(
        ({ kind }: { kind: string }) => kind,
      ),
    ).toEqual(['maintenance']);

    // Nothing new: neither a flight, nor the order to begin one, nor an ordinary change.
    const { length } = waiting.dock.received;
    const refused = await start(waiting.oid, next, randomUUID());
    expect(refused).toMatchObject({ status: 503, data: { reason: 'maintenance', state: 'failed' } });
    expect(refused.message).toContain(new Date(end).toISOString().slice(0, 7));
    expect(waiting.dock.received.length).toBe(length);
    await expect(pilot.addFlight(flying.oid, route.oid)).rejects.toThrow('Maintenance until');
    const change = await pilot.call(calls.task.add, { name: '新任务', type: 'manual' });
    expect(change).toMatchObject({ status: 503, data: { reason: 'maintenance', until: end } });
    // The order that began the flight before is still the same order.
    expect(
      (
        await pilot.call(calls.command.startJob, {
          oid: flying.oid,
          key: startKey,
          flightOID: inAir,
          epoch: 1,
          nonce: 'a'.repeat(43),
        })
      ).data.commandOID,
    ).toBe(started.data.commandOID);

    // Everything for the one in the air: control, every order, watching, signing in.
    await pilot.fly(flying.dock, flying.oid, inAir);
    const epoch = await pilot.takeLease(flying.oid);
    expect((await order(calls.command.flightPause, flying.oid, { epoch })).status).toBe(200);
    for (const declaration of [calls.command.hover, calls.command.returnHome])
      expect((await order(declaration, flying.oid, { epoch })).data.reason).not.toBe('maintenance');
    const again = await signIn(server.running.url, 'pilot', server.env.EYRIE_ADMIN_PASSWORD);
    expect((await callAt(server.running.url, again.token, calls.dock.query, {})).status).toBe(200);
    expect((await callAt(server.running.url, again.token, calls.appearance.screenConfig)).status).toBe(200);
    // Whoever runs the instance works on it.
    expect((await server.call(calls.dock.edit, { oid: waiting.oid, name: '运维改名' })).status).toBe(200);

    const ended = await server.call(calls.notice.end, { oid: on.data.oid });
    expect(ended).toMatchObject({ status: 200, data: { state: 'over' } });
    await untilOn(false);
    await pilot.untilReady(waiting.dock, next);
    expect(await start(waiting.oid, next, randomUUID())).toMatchObject({ status: 200 });
  });

  it('is over by itself when its time is', async () => {
    await plan(1_500);
    await untilOn(true);
    await untilOn(false, 4_000);
    expect((await readiness()).body).toEqual({ ready: true, missing: [] });
  });
});

describe('what waits', () => {
  it('is no reading, no order, no control and no sign-in', () => {
    const nobody = null;
    const waits = (rooms: readonly (keyof typeof calls)[]): string[] =>
      rooms
        .flatMap((room) => Object.values(calls[room]) as CallDeclaration[])
        .filter((one) => waitsForMaintenance(one, nobody))
        .map(({ path }) => path);
    expect(waits(['command', 'lease', 'session', 'video', 'statistics', 'auditLog', 'notification'])).toEqual(
      [calls.notification.remove.path, calls.notification.preferencesSet.path],
    );
    expect(waitsForMaintenance(calls.flight.add, nobody)).toBe(true);
    expect(allCalls.filter((one) => waitsForMaintenance(one, nobody)).length).toBeGreaterThan(50);
    expect(limits.operation.notice.readEvery).toBeLessThanOrEqual(5_000);
  });
});
