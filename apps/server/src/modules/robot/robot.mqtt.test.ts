import { randomUUID } from 'node:crypto';
import { calls, type CallDeclaration, type RobotRecord } from '@eyrie/domain';
import { connectOpenDevice, type OpenDeviceClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, signIn, until } from '../../testing/caller.ts';
import { readLive, type LiveReader } from '../../testing/live-reader.ts';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

interface Enrolled {
  oid: string;
  sn: string;
  secret: string;
}

const place = { lng: 113.95, lat: 22.55 };

describe('a robot of another vendor', () => {
  let server: TestServer;
  let live: LiveReader;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    live = await readLive(server.running.url, await server.login());
  });
  afterAll(async () => {
    live?.stop();
    for (const device of open) await device.close();
    await server?.close();
  });

  const add = async (groupOID = server.groupOID): Promise<Omit<Enrolled, 'secret'>> => {
    const sn = `R${randomUUID().slice(0, 8).toUpperCase()}`;
    const { data } = await server.call(calls.robot.add, { name: '巡检机器人', sn, groupOID, vendor: 'own' });
    return { oid: data.oid as string, sn };
  };
  const enrol = async (groupOID?: string): Promise<Enrolled> => {
    const robot = await add(groupOID);
    const answer = await server.call(calls.robot.signIn, { oid: robot.oid });
    expect(answer).toMatchObject({ status: 200, data: { sn: robot.sn } });
    return { ...robot, secret: answer.data.secret as string };
  };
  const connect = async ({ sn, secret }: Omit<Enrolled, 'oid'>): Promise<OpenDeviceClient> => {
    const device = await connectOpenDevice({ url: server.running.mqtt, sn, secret });
    open.push(device);
    return device;
  };
  /** A robot that was welcomed and says that it rests. */
  const ready = async (groupOID?: string) => {
    const robot = await enrol(groupOID);
    const device = await connect(robot);
    expect(await device.hello()).toMatchObject({ accepted: true, reason: null, heartbeat: 2_000 });
    await device.state();
    await until(
      'state',
      () => live.last('robotStatus', robot.oid),
      (one) => one?.data.mode === 'idle',
    );
    return { ...robot, device };
  };
  const get = async (oid: string): Promise<RobotRecord> =>
    (await server.call(calls.robot.get, { oid })).data as RobotRecord;
  const unusable = async (oid: string): Promise<{ reason: string; what: string; sample: string }[]> =>
    (await server.call(calls.deviceMessage.unusable, { oid })).data.list;

  const order = async (
    { oid, device }: { oid: string; device: OpenDeviceClient },
    call: CallDeclaration,
    request: Record<string, unknown> = {},
    confirm?: string,
  ) => {
    const epoch = await server.takeLease(oid);
    const nonce = confirm === undefined ? {} : { nonce: await server.nonceFor(oid, confirm) };
    await device.state();
    return server.call(call, { oid, key: randomUUID(), epoch, ...nonce, ...request });
  };
  const goTo = (robot: { oid: string; device: OpenDeviceClient }) =>
    order(robot, calls.command.robotGoTo, place, 'robotGoTo');
  const stateOf = (commandOID: string, wanted: string) => createPilot(server).waitCommand(commandOID, wanted);

  it('is let in by its secret, is welcomed, and stands in the list and on the live topic', async () => {
    const { oid, device } = await ready();
    await device.state({
      task: { id: 't1', name: 'Fence', percent: 40 },
      queue: [{ id: 't2', name: 'Gate' }],
      mode: 'working',
      fault: { code: 'LIDAR', text: 'Lidar is dirty' },
    });
    const status = await until(
      'fault',
      () => live.last('robotStatus', oid),
      (one) => one?.data.fault !== null && one?.data.alarms.length === 1,
    );
    expect(status?.data).toMatchObject({
      online: true,
      mode: 'working',
      lng: 113.9,
      percent: 81,
      task: { id: 't1', percent: 40 },
      queue: [{ id: 't2', percent: null }],
      fault: { code: 'LIDAR' },
    });
    const shown = await until(
      'list',
      () => get(oid),
      (one) => one.mode === 'working' && one.percent === 81,
    );
    expect(shown).toMatchObject({
      online: true,
      signsIn: true,
      reportedModel: 'Rover 2',
      reportedFirmware: '2.1',
      fault: 'Lidar is dirty',
      lng: 113.9,
      lat: 22.5,
      dockName: null,
    });
    // It is no dock.
    expect(
      (await server.call(calls.dock.query, { pageNum: 1, pageSize: 50, keyword: shown.sn })).data.total,
    ).toBe(0);
  });

  it('is joined to one live message a second', async () => {
    const { oid, device } = await ready();
    const before = live.heard.filter((one) => one.name === 'robotStatus' && one.objectID === oid).length;
    const begun = performance.now();
    for (let turn = 0; turn < 30; turn += 1) await device.state({ percent: turn });
    await until(
      'the newest',
      () => live.last('robotStatus', oid),
      (one) => one?.data.percent === 29,
    );
    const published = live.heard.filter((one) => one.name === 'robotStatus' && one.objectID === oid).length;
    expect(published - before).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - begun) / 1_000));
  });

  it('counts for nothing before its welcome, and is told why it is not welcomed', async () => {
    const robot = await enrol();
    const device = await connect(robot);
    await device.state();
    await until(
      'too early',
      () => unusable(robot.oid),
      (list) => list.some(({ reason, what }) => reason === 'beforeHello' && what === 'state'),
    );
    expect(await get(robot.oid)).toMatchObject({ mode: null, percent: null });
    // A gateway that took over in the middle of a connection asks for what it has not heard.
    await until(
      'asked for its hello',
      async () => device.welcomes.at(-1),
      (welcome) => welcome?.['reason'] === 'helloMissing',
    );
    expect(await device.hello({ kind: 'dock' })).toMatchObject({ accepted: false, reason: 'wrongKind' });
    expect(await device.hello({ protocol: 2 })).toMatchObject({ accepted: false, reason: 'protocol' });
    expect(await device.hello({ vendor: '' })).toMatchObject({ accepted: false, reason: 'malformed' });
    expect(await device.hello()).toMatchObject({ accepted: true });
  });

  it('has what breaks the contract counted under the rule, and its last good state kept', async () => {
    const { oid, device } = await ready();
    await device.state({ percent: 130, place: { lng: 113, lat: 99 } });
    await device.send('state', 'not JSON');
    await device.send('state', `{"deep":${'['.repeat(20)}${']'.repeat(20)}}`);
    await device.send('state', { at: Date.now(), seq: 1, mode: 'idle' });
    await device.send('ack', { id: 'x', result: 'maybe' });
    const wanted = [
      'contract state.percent',
      'contract state.place.lat',
      'json state',
      'depth state',
      'contract state.seq',
      'contract ack.id',
      'contract ack.result',
    ];
    const list = await until(
      'every broken rule',
      () => unusable(oid),
      (found) => wanted.every((one) => found.some(({ reason, what }) => `${reason} ${what}` === one)),
    );
    expect(list.find(({ what }) => what === 'state.percent')?.sample).toContain('130');
    expect(live.last('robotStatus', oid)?.data.percent).toBe(81);
  });

  it('drives where it is ordered, and its progress ends the order', async () => {
    const robot = await ready();
    const answer = await goTo(robot);
    expect(answer).toMatchObject({ status: 200, data: { method: 'robotGoTo' } });
    const [sent] = robot.device.orders;
    expect(robot.device.orders).toHaveLength(1);
    expect(sent).toMatchObject({ name: 'goTo', arguments: place, qos: 1, retained: false });
    expect((sent?.expiresAt ?? 0) - (sent?.issuedAt ?? 0)).toBe(5_000);
    await robot.device.send('progress', { id: sent?.id, state: 'running', percent: 10 });
    await stateOf(answer.data.commandOID, 'in_progress');
    await robot.device.send('progress', { id: sent?.id, state: 'done' });
    await stateOf(answer.data.commandOID, 'succeeded');
  });

  it('ends an order that it could not carry out as failed', async () => {
    const robot = await ready();
    const answer = await order(robot, calls.command.robotReturn);
    await robot.device.send('progress', {
      id: robot.device.orders[0]?.id,
      state: 'cancelled',
      text: 'blocked',
    });
    await stateOf(answer.data.commandOID, 'failed');
  });

  it('says in words why it rejects', async () => {
    const robot = await ready();
    robot.device.answer = { rejected: 'busy', text: 'charging' };
    expect(await goTo(robot)).toMatchObject({
      status: 502,
      data: { state: 'rejected', reason: 'deviceBusy', message: expect.stringContaining('charging') },
    });
  });

  it('that is silent leaves the order unknown, and it is sent once', async () => {
    const robot = await ready();
    robot.device.answer = 'silent';
    const request = { key: randomUUID() };
    const epoch = await server.takeLease(robot.oid);
    await robot.device.state();
    const ask = () => server.call(calls.command.robotReturn, { oid: robot.oid, epoch, ...request });
    expect(await ask()).toMatchObject({ status: 504, data: { state: 'unknown', reason: 'deviceSilent' } });
    // The same press again finds the same record.
    await ask();
    expect(robot.device.orders).toHaveLength(1);
  });

  it('is not sent what is too old, unconfirmed, without control, in service or on an old state', async () => {
    const robot = await ready();
    const { oid, device } = robot;
    const epoch = await server.takeLease(oid);
    const fresh = async (call: CallDeclaration, request: Record<string, unknown>) => {
      await device.state();
      return server.call(call, { oid, key: randomUUID(), ...request });
    };
    const { robotGoTo, robotReturn } = calls.command;
    const old = { epoch, issuedAt: Date.now() - 60_000 };
    expect(await fresh(robotReturn, old)).toMatchObject({ status: 409, data: { state: 'expired' } });
    expect(await fresh(robotGoTo, { epoch, ...place })).toMatchObject({
      data: { reason: 'confirmationMissing' },
    });
    expect(await fresh(robotReturn, {})).toMatchObject({ data: { reason: 'controlMissing' } });
    expect(await fresh(robotGoTo, { epoch, lng: 181, lat: 0 })).toMatchObject({ status: 422 });
    await device.state({ mode: 'service' });
    await until(
      'service',
      () => live.last('robotStatus', oid),
      (one) => one?.data.mode === 'service',
    );
    expect(await server.call(robotReturn, { oid, key: randomUUID(), epoch })).toMatchObject({
      data: { reason: 'deviceInService' },
    });
    // A flight order is none for it.
    expect(await fresh(calls.command.flightPause, { epoch })).toMatchObject({
      data: { reason: 'methodMissing' },
    });
    expect(device.orders).toHaveLength(0);
    // To stand still needs neither control nor a healthy state of who may give emergency orders.
    expect(await server.call(calls.command.robotStop, { oid, key: randomUUID() })).toMatchObject({
      status: 200,
    });
    expect(device.orders.map(({ name }) => name)).toEqual(['stop']);
  });

  it('is seen and ordered by its own department alone', async () => {
    const department = async (name: string) =>
      (await server.call(calls.department.save, { name, parentOID: server.groupOID })).data.oid as string;
    const [here, there] = [await department('here'), await department('there')];
    const robot = await ready(here);
    const role = await server.database.connection.kysely
      .selectFrom('role')
      .select('oid')
      .where('first_key', '=', 'operator')
      .executeTakeFirstOrThrow();
    const enter = async (account: string, groupOID: string) => {
      const password = server.env.EYRIE_ADMIN_PASSWORD;
      const request = { account, name: account, groupOID, password, roleOIDs: [role.oid] };
      const { oid } = (await server.call(calls.member.save, request)).data as { oid: string };
      await server.database.connection.kysely
        .updateTable('member')
        .set({ must_change: false })
        .where('oid', '=', oid)
        .execute();
      const who = await signIn(server.running.url, account, password);
      return { ...who, live: await readLive(server.running.url, who) };
    };
    const [insider, outsider] = [await enter('robot-insider', here), await enter('robot-outsider', there)];
    await robot.device.state({ percent: 42 });
    await until(
      'seen',
      () => insider.live.last('robotStatus', robot.oid),
      (one) => one?.data.percent === 42,
    );
    expect(outsider.live.last('robotStatus', robot.oid)).toBeUndefined();
    const lease = { oid: robot.oid, control: 'flight', tabId: 'tab-of-robots' };
    const at = server.running.url;
    expect((await callAt(at, outsider.token, calls.lease.take, lease)).status).toBe(404);
    expect((await callAt(at, insider.token, calls.lease.take, lease)).status).toBe(200);
    insider.live.stop();
    outsider.live.stop();
  });

  it('can be asked what it may be ordered, and who controls it', async () => {
    const { oid, device } = await ready();
    await server.takeLease(oid);
    await device.state();
    const { data } = await server.call(calls.command.openControl, { id: oid });
    expect(data).toMatchObject({ online: true, mode: 'idle', holder: { name: expect.any(String) } });
    expect(data.orders).toContainEqual({ method: 'robotGoTo', refusedFor: null });
    const dock = await server.addDock();
    expect(await server.call(calls.command.openControl, { id: dock.oid })).toMatchObject({
      data: { reason: 'methodMissing' },
    });
  });

  it('may sign in while it is in service, by its newest secret', async () => {
    const robot = await enrol();
    const device = await connect(robot);
    // Nobody controls a robot that never spoke.
    await device.hello();
    const renewed = await server.call(calls.robot.signIn, { oid: robot.oid });
    await until(
      'cut',
      () => device.connected,
      (is) => !is,
    );
    await expect(connect(robot)).rejects.toThrow('refused');
    await server.takeLease(robot.oid);
    for (const call of [calls.robot.retire, calls.robot.remove])
      expect(await server.call(call, { oids: [robot.oid] })).toMatchObject({
        status: 409,
        data: { reason: 'underControl' },
      });
    const { epoch } = (await server.call(calls.lease.get, { oid: robot.oid, control: 'flight' })).data as {
      epoch: number;
    };
    await server.call(calls.lease.release, {
      oid: robot.oid,
      control: 'flight',
      tabId: 'tab-server-1',
      epoch,
    });
    const again = await connect({ sn: robot.sn, secret: renewed.data.secret as string });
    await server.call(calls.robot.retire, { oids: [robot.oid] });
    await until(
      'ended',
      () => again.connected,
      (is) => !is,
    );
    await expect(connect({ sn: robot.sn, secret: renewed.data.secret as string })).rejects.toThrow('refused');
    expect(await server.call(calls.robot.signIn, { oid: robot.oid })).toMatchObject({
      status: 409,
      data: { reason: 'robotNotInService' },
    });
  });

  it('says nothing for another robot', async () => {
    const [one, other] = [await ready(), await ready()];
    one.device.trespass(`eyrie/v1/${other.sn}/state`);
    await until(
      'cut',
      () => one.device.connected,
      (is) => !is,
    );
    expect(other.device.connected).toBe(true);
  });
});
