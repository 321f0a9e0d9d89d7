import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import { connectController } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, until, type Answer } from '../../testing/caller.ts';
import { openPilotApp, type PilotApp } from '../../testing/pilot-app.ts';
import type { People } from '../../testing/pilot-people.ts';
import { startPilotServer } from '../../testing/pilot-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

interface Device {
  sn: string;
  online_status: boolean;
}
interface Topology {
  parents: Device[];
  hosts: Device[];
}

let server: TestServer;
let admin: { token: string; groupRoot: string; groupOID: string };
let people: People;
let app: PilotApp;

beforeAll(async () => {
  ({ server, admin, people, app } = await startPilotServer());
});
afterAll(async () => {
  app?.close();
  await server?.close();
});

describe('whoever calls as DJI Pilot 2', () => {
  it('is nobody without a token of the page, and nobody with the token of the session', async () => {
    for (const token of [null, '', 'invented', 'x'.repeat(5_000), admin.token, await app.socketToken()]) {
      const answer = await app.call('topologies', {}, { token });
      expect(answer).toMatchObject({ status: 401, data: { reason: 'notSignedIn' } });
      expect(answer.code).not.toBe(0);
    }
  });

  it('has a token that opens no call of the product', async () => {
    for (const token of [app.token, await app.socketToken()])
      expect((await callAt(server.running.url, token, calls.route.query)).status).toBe(401);
  });

  it('works in the workspace that is the own organisation, and in no other', async () => {
    expect(await app.call('topologies')).toMatchObject({ status: 200, code: 0, message: 'success' });
    for (const workspace of [randomUUID(), admin.groupOID])
      if (workspace !== admin.groupRoot)
        expect(await app.call('topologies', {}, { workspace })).toMatchObject({ status: 404 });
    expect(await app.call('topologies', {}, { workspace: 'x' })).toMatchObject({ status: 422 });
  });

  it('ends with the session', async () => {
    const session = await server.login();
    const own = await openPilotApp(server.running.url, session);
    expect((await own.call('topologies')).status).toBe(200);
    await callAt(server.running.url, session.token, calls.session.logout);
    await until(
      'the token is worth nothing',
      () => own.call('topologies'),
      ({ status }) => status === 401,
    );
  });

  it('has no more rights than the member', async () => {
    const { token } = await people.enter(admin.groupOID, 'leader');
    const refused = await callAt(server.running.url, token, calls.pilot.open, {
      controllerOID: app.controllerOID,
    });
    expect(refused).toMatchObject({ status: 403, data: { reason: 'notAllowed' } });
    expect(await callAt(server.running.url, token, calls.pilot.app)).toMatchObject({ status: 403 });
  });

  it('may not name a dock as the own controller, nor one of another department', async () => {
    const { oid } = await server.addDock();
    const refused = await server.call(calls.pilot.open, { controllerOID: oid });
    expect(refused).toMatchObject({ status: 404 });
    const far = await people.enter(await people.addDepartment('far'));
    expect(
      await callAt(server.running.url, far.token, calls.pilot.openSocket, {
        controllerOID: app.controllerOID,
      }),
    ).toMatchObject({ status: 404 });
  });

  it('is answered in its own form, also where a request cannot be read', async () => {
    const { groupRoot } = admin;
    const at = `${server.running.url}/map/api/v1/workspaces/${groupRoot}/element-groups/${groupRoot}/elements`;
    const send = async (body: string) => {
      const headers = { 'x-auth-token': app.token, 'content-type': 'application/json' };
      const response = await fetch(at, { method: 'POST', headers, body });
      return { status: response.status, code: ((await response.json()) as Answer).code };
    };
    expect(await send('{')).toEqual({ status: 400, code: 400 });
    expect(await send(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)).toMatchObject({ status: 400 });
    expect(await send(JSON.stringify({ id: 'x'.repeat(300_000) }))).toMatchObject({ status: 413 });
  });
});

describe('topologies', () => {
  it('name docks and controllers with their aircraft, in text', async () => {
    const { sn, dock } = await server.addDock();
    await dock.topology(true);
    const found = await until(
      'the dock is online with its aircraft',
      async () =>
        ((await app.call('topologies')).data.list as Topology[]).find(({ parents }) => parents[0]?.sn === sn),
      (one) => one?.hosts.length === 1,
    );
    expect(found?.parents[0]).toMatchObject({
      device_model: { key: '3-2-0', domain: '3', type: '2', sub_type: '0' },
    });
    const list = (await app.call('topologies')).data.list as {
      parents: { sn: string; device_model: object }[];
    }[];
    expect(list.find(({ parents }) => parents[0]?.sn === app.sn)?.parents[0]).toMatchObject({
      device_model: { key: '2-174-0', domain: '2' },
      online_status: false,
    });
  });

  it('leave out what the member does not see', async () => {
    const far = await people.enter(await people.addDepartment('away'));
    const own = await openPilotApp(server.running.url, far);
    const { list } = (await own.call('topologies')).data;
    expect(list.map(({ parents }: { parents: { sn: string }[] }) => parents[0]?.sn)).toEqual([own.sn]);
  });
});

describe('a controller that the page let in', () => {
  it('signs in at the broker and stands in the topologies with the aircraft in its hand', async () => {
    const own = await openPilotApp(server.running.url, admin);
    const heard = await own.listen(await own.socketToken());
    const controller = await connectController({
      url: server.running.mqtt,
      sn: own.sn,
      secret: own.secret,
      droneSn: `A${own.sn}`,
    });
    await controller.topology(true);
    const found = await until(
      'the controller is online with its aircraft',
      async () => {
        await controller.controllerOsd();
        await controller.droneOsd({ latitude: 22.5, longitude: 113.9 });
        const { list } = (await own.call('topologies')).data as { list: Topology[] };
        return list.find(({ parents }) => parents[0]?.sn === own.sn);
      },
      (one) => one?.parents[0]?.online_status === true && one.hosts[0]?.online_status === true,
    );
    expect(found?.hosts[0]).toMatchObject({ sn: `A${own.sn}`, device_model: { key: '0-99-1' } });
    await until(
      'its aircraft is pushed',
      async () => {
        await controller.droneOsd({ latitude: 22.5, longitude: 113.9 });
        return heard.pushes;
      },
      (pushes) => pushes.some(({ biz_code: code }) => code === 'device_osd'),
    );
    expect(heard.pushes.map(({ biz_code: code }) => code)).toContain('device_online');
    await controller.close();
    own.close();
  });
});
