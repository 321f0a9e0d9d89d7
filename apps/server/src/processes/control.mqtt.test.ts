import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { callAt, signIn, until, type Answer } from '../testing/caller.ts';
import { readLive, type LiveReader } from '../testing/live-reader.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const pilotAccount = 'pilot';
let server: TestServer;
let live: LiveReader;
let password: string;
/** The pilot once more, in a session that ends. */
let leaver: Person;

/** A second person: an operator, who may fly and may not push others aside. */
const addPilot = async (): Promise<void> => {
  const { pool } = server.database.connection;
  const oid = randomUUID();
  await pool.query(
    `insert into member (oid, group_root, group_oid, account, name, password_hash, must_change, service)
     select $1, group_root, group_oid, $2, 'Pilot', password_hash, false, false from member where account = 'admin'`,
    [oid, pilotAccount],
  );
  await pool.query(
    `insert into member_role (member_oid, role_oid) select $1, oid from role where first_key = 'operator'`,
    [oid],
  );
};

interface Person {
  oid: string;
  token: string;
  tabId: string;
  call(declaration: Parameters<typeof callAt>[2], request?: Record<string, unknown>): Promise<Answer>;
}
const enter = async (account: string): Promise<Person> => {
  const { token, oid } = await signIn(server.running.url, account, password);
  const call: Person['call'] = (declaration, request = {}) =>
    callAt(server.running.url, token, declaration, request);
  return { oid, token, tabId: '', call };
};
const people: Record<string, Person> = {};
/** The same person in a tab of its own. */
const person = (account: string): Person => ({
  ...(people[account] as Person),
  tabId: `tab-of-${account}-${randomUUID().slice(0, 8)}`,
});

beforeAll(async () => {
  server = await startTestServer();
  password = server.env.EYRIE_ADMIN_PASSWORD;
  await addPilot();
  for (const account of ['admin', pilotAccount]) people[account] = await enter(account);
  leaver = await enter(pilotAccount);
  const { token, oid, groupRoot } = await server.login();
  live = await readLive(server.running.url, { token, oid, groupRoot });
});
afterAll(async () => {
  live?.stop();
  await server?.close();
});

/** What the screens were told about control of a dock since a moment. */
const notified = (oid: string, since: number) =>
  live.heard.flatMap((one) =>
    one.name === 'controlChange' && one.objectID === oid && one.at >= since
      ? [
          {
            ...(one as LiveReader['heard'][number] & { data: { kind: string; lease: unknown } }).data,
            at: one.at,
          },
        ]
      : [],
  ) as unknown as {
    kind: string;
    at: number;
    lease: {
      epoch: number;
      holder: { oid: string; tabId: string } | null;
      asker: object | null;
      reason: string;
    };
  }[];
const untilNotified = (oid: string, since: number, kind: string, holder: string | null = null) =>
  until(
    `${kind} published`,
    () => notified(oid, since).find((one) => one.kind === kind && (one.lease.holder?.oid ?? null) === holder),
    (one) => one !== undefined,
    1_000,
    10,
  );
const flight = (oid: string, who: Person) => ({ oid, control: 'flight', tabId: who.tabId });

describe.concurrent('control of a dock', () => {
  it('is free fifteen seconds after a tab fell silent, and the others are told', async () => {
    const { oid } = await server.addDock();
    const [gone, pilot] = [person('admin'), person(pilotAccount)];
    const taken = performance.now();
    expect((await gone.call(calls.lease.take, flight(oid, gone))).status).toBe(200);
    await untilNotified(oid, taken, 'lease', gone.oid);
    const refused = await pilot.call(calls.lease.take, flight(oid, pilot));
    expect(refused).toMatchObject({
      status: 409,
      data: { reason: 'controlHeld', holder: { oid: gone.oid } },
    });
    await until(
      'free',
      () => pilot.call(calls.lease.get, { oid, control: 'flight' }),
      ({ data }) => data.holder === null,
      17_000,
      100,
    );
    expect(performance.now() - taken).toBeGreaterThan(limits.lease.ttl - 500);
    expect(performance.now() - taken).toBeLessThan(limits.lease.ttl + promised(1_000));
    const freed = performance.now();
    await until(
      'told',
      () => notified(oid, taken).at(-1)?.lease.holder ?? null,
      (holder) => holder === null,
    );
    expect(performance.now() - freed).toBeLessThan(promised(2_000));
    expect((await gone.call(calls.lease.renew, { ...flight(oid, gone), epoch: 1 })).status).toBe(409);
    expect((await pilot.call(calls.lease.take, flight(oid, pilot))).status).toBe(200);
  });

  it('passes to who asked when the holder says nothing for ten seconds', async () => {
    const { oid } = await server.addDock();
    const [holder, asker] = [person('admin'), person(pilotAccount)];
    const { epoch } = (await holder.call(calls.lease.take, flight(oid, holder))).data as { epoch: number };
    const keep = setInterval(
      () => void holder.call(calls.lease.renew, { ...flight(oid, holder), epoch }),
      3_000,
    );
    const asked = performance.now();
    expect(await asker.call(calls.lease.ask, flight(oid, asker))).toMatchObject({
      status: 200,
      data: { asked: true },
    });
    const question = await untilNotified(oid, asked, 'leaseAsk', holder.oid);
    expect(question?.lease.asker).toMatchObject({ oid: asker.oid, tabId: asker.tabId });
    const granted = await until(
      'granted',
      () => notified(oid, asked).find((one) => one.lease.holder?.oid === asker.oid),
      (one) => one !== undefined,
    );
    clearInterval(keep);
    expect((granted?.at ?? 0) - asked).toBeGreaterThan(limits.lease.askAnswer - 100);
    expect((granted?.at ?? 0) - asked).toBeLessThan(limits.lease.askAnswer + promised(2_000));
    expect(granted?.lease.epoch).toBe(epoch + 1);
    expect(await holder.call(calls.lease.renew, { ...flight(oid, holder), epoch })).toMatchObject({
      status: 409,
      data: { reason: 'controlLost' },
    });
  });

  it('stays when the holder refuses, and the asker is told', async () => {
    const { oid } = await server.addDock();
    const [holder, asker] = [person('admin'), person(pilotAccount)];
    const { epoch } = (await holder.call(calls.lease.take, flight(oid, holder))).data as { epoch: number };
    await asker.call(calls.lease.ask, flight(oid, asker));
    const since = performance.now();
    const answer = await holder.call(calls.lease.answer, { ...flight(oid, holder), accept: false });
    expect(answer).toMatchObject({ status: 200, data: { epoch, asked: false } });
    await untilNotified(oid, since, 'leaseRefused', holder.oid);
    expect((await holder.call(calls.lease.renew, { ...flight(oid, holder), epoch })).status).toBe(200);
  });

  it('is taken over only with the right, a reason and a confirmation; the old number opens nothing', async () => {
    const { oid, dock } = await server.addDock();
    const routeOID = (await server.uploadRoute()).oid;
    await server.fly(dock, oid, await server.addFlight(oid, routeOID));
    const [chief, pilot] = [person('admin'), person(pilotAccount)];
    const { epoch } = (await pilot.call(calls.lease.take, flight(oid, pilot))).data as { epoch: number };
    const nonce = async (): Promise<string> =>
      (await chief.call(calls.command.challenge, { oid, method: 'leaseOverride' })).data.nonce as string;
    const request = { ...flight(oid, chief), reason: 'the pilot fell ill' };
    expect(await pilot.call(calls.lease.override, { ...request, nonce: await nonce() })).toMatchObject({
      status: 403,
    });
    expect(await chief.call(calls.lease.override, request)).toMatchObject({
      data: { reason: 'confirmationMissing' },
    });
    expect(
      await chief.call(calls.lease.override, { ...request, reason: 'ill', nonce: await nonce() }),
    ).toMatchObject({
      status: 422,
    });
    const once = await nonce();
    const since = performance.now();
    const taken = await chief.call(calls.lease.override, { ...request, nonce: once });
    expect(taken).toMatchObject({ status: 200, data: { epoch: epoch + 1, holder: { oid: chief.oid } } });
    const change = await untilNotified(oid, since, 'lease', chief.oid);
    expect(change?.lease.reason).toBe(request.reason);
    expect(await chief.call(calls.lease.override, { ...request, nonce: once })).toMatchObject({
      data: { reason: 'confirmationSpent' },
    });

    // The former holder does not know yet, or does not want to.
    await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
    await dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 });
    const before = dock.services().length;
    for (const number of [epoch, epoch + 1, epoch + 2])
      expect(
        await pilot.call(calls.command.flightPause, {
          oid,
          key: randomUUID(),
          epoch: number,
          tabId: pilot.tabId,
        }),
      ).toMatchObject({
        status: 409,
        data: { reason: 'controlHeld' },
      });
    expect(
      await chief.call(calls.command.flightPause, { oid, key: randomUUID(), epoch, tabId: chief.tabId }),
    ).toMatchObject({
      data: { reason: 'controlLost' },
    });
    expect(dock.services()).toHaveLength(before);
    const { rows } = await server.database.connection.pool.query<{ detail: { reason: string } }>(
      `select detail from audit_log where action = 'lease.override' and dock_oid = $1`,
      [oid],
    );
    expect(rows.map((row) => row.detail.reason)).toEqual([request.reason]);
  });

  it('ends within two seconds of the session that holds it', async () => {
    const { oid } = await server.addDock();
    const pilot = { ...leaver, tabId: 'tab-of-a-leaver' };
    const { epoch } = (await pilot.call(calls.lease.take, flight(oid, pilot))).data as { epoch: number };
    const left = performance.now();
    expect((await pilot.call(calls.session.logout)).status).toBe(200);
    await until(
      'free',
      () => server.call(calls.lease.get, { oid, control: 'flight' }),
      ({ data }) => data.holder === null && data.epoch > epoch,
    );
    await until(
      'told',
      () => notified(oid, left).at(-1),
      (one) => one?.lease.holder === null,
    );
    expect(performance.now() - left).toBeLessThan(promised(2_500));
  });
});

describe.concurrent('what the dock shows', () => {
  it('is offline within two seconds when its line ends', async () => {
    const { oid, dock } = await server.addDock();
    await dock.osdParts();
    await until(
      'online',
      () => live.last('dockPresence', oid),
      (one) => one?.data.online === true,
    );
    // Its last words are still on their way when the line ends; they must not bring it back.
    const cut = performance.now();
    await dock.osdParts();
    await dock.close();
    const off = await until(
      'offline',
      () => live.last('dockPresence', oid),
      (one) => one?.data.online === false,
    );
    expect((off?.at ?? Infinity) - cut).toBeLessThan(promised(2_000));
  });

  it('how a panorama comes along is shown as the camera says it, and its end is no progress', async () => {
    const { oid, dock } = await server.addDock();
    await dock.topology(true);
    await dock.osdParts();
    const say = (status: string, current_step: number, percent: number): Promise<void> =>
      dock.event('camera_photo_take_progress', {
        result: 0,
        output: { status, progress: { current_step, percent }, ext: { camera_mode: 3 } },
      });
    const shown = (state: string) =>
      until(
        state,
        () => live.last('dockPresence', oid),
        (one) => one?.data.panorama?.state === state,
      );
    await say('in_progress', 3_002, 40);
    expect((await shown('working'))?.data.panorama).toMatchObject({ step: 'shooting', percent: 40 });
    await say('fail', 3_000, 40);
    expect((await shown('failed'))?.data.panorama).toMatchObject({ step: 'idle' });
  });

  it('alarms come and go with the list it sends', async () => {
    const { oid, dock } = await server.addDock();
    const item = (code: string) => ({
      code,
      level: 2,
      module: 3,
      in_the_sky: 0,
      imminent: 0,
      device_type: '3-2-0',
      args: {},
    });
    const codes = (): string[] | undefined => live.last('dockStatus', oid)?.data.hms?.map((one) => one.code);
    const open = async (): Promise<string[]> => {
      const { rows } = await server.database.connection.pool.query<{ code: string }>(
        'select code from device_health where dock_oid = $1 and cleared_at is null order by code',
        [oid],
      );
      return rows.map((row) => row.code);
    };
    await dock.osdParts();
    await dock.event('hms', { list: [item('0x16100083'), item('0x16100084')] });
    await until('two alarms', codes, (list) => list?.length === 2);
    expect(await until('two rows', open, (list) => list.length === 2)).toEqual(['0x16100083', '0x16100084']);
    await dock.event('hms', { list: [item('0x16100084')] });
    await until('one alarm', codes, (list) => list?.join() === '0x16100084');
    await dock.event('hms', { list: [] });
    await until('no alarm', codes, (list) => list?.length === 0);
    await until('no open row', open, (list) => list.length === 0);
  });
});
