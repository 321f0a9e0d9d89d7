import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { AwsClient } from 'aws4fetch';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, until } from '../../testing/caller.ts';
import { createOperator, type Operator } from '../../testing/operator.ts';
import { startSharedParts, type SharedParts } from '../../testing/outside-parts.ts';
import { openPilotApp, type PilotApp } from '../../testing/pilot-app.ts';
import { createPeople, type People } from '../../testing/pilot-people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Running } from '../../processes/all.ts';

let parts: SharedParts;
let sql: pg.Client;
let server: TestServer;
/** What changes is asked of one server, and heard at the other. */
let other: Running;
let here: string;
let there: string;
let admin: { token: string; groupRoot: string; groupOID: string };
let people: People;
let operator: Operator;
let operatorRole: string;
let app: PilotApp;

beforeAll(async () => {
  parts = await startSharedParts();
  server = await startTestServer({
    EYRIE_DATABASE_URL: parts.database.url,
    EYRIE_MQTT_URL: parts.broker.url,
    EYRIE_PUBLIC_MQTT_URL: parts.broker.devices,
  });
  other = await server.start({ EYRIE_INSTANCE_ID: 'other' });
  await other.ready;
  sql = new pg.Client({ connectionString: parts.database.url });
  await sql.connect();
  [here, there] = [server.running.url, other.url];
  admin = await server.login();
  people = createPeople({ url: here, admin, query: (text, values) => sql.query(text, values) });
  operatorRole = await people.roleOf('operator');
  operator = createOperator({ ...admin, url: here, mqtt: parts.broker.devices });
  app = await openPilotApp(here, admin);
});
afterAll(async () => {
  app?.close();
  await operator?.close();
  await sql?.end();
  await other?.stop();
  await server?.close();
  await parts?.broker.stop();
  await parts?.database.stop();
});

/** What an app may store with its credential, at the other server. */
const openStorage = async (one: PilotApp) => {
  const { data } = await one.call('storage', { body: {} });
  const { access_key_id: accessKeyId, access_key_secret: secretAccessKey } = data.credentials;
  const sessionToken = data.credentials.security_token;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, service: 's3', retries: 0 });
  const at = (name: string) => `${there}/objects/${data.bucket}/${data.object_key_prefix}/${name}`;
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  let pieces = 0;
  return {
    put: async () => (await aws.fetch(at('whole'), { method: 'PUT', body: 'x' })).status,
    sent: () => pieces,
    /** Goes on until it is cut. */
    endlessly: () => {
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          pieces += 1;
          controller.enqueue(new Uint8Array(1_000));
        },
      });
      const uploading = aws.fetch(at('endless'), {
        method: 'PUT',
        body,
        duplex: 'half',
        headers,
      } as RequestInit);
      uploading.catch(() => undefined);
      return uploading;
    },
  };
};

describe('the socket', () => {
  it('lets nobody in without a token of its own', async () => {
    for (const token of ['', 'invented', app.token, admin.token])
      await expect(app.listen(token)).rejects.toThrow('401');
  });

  it('pushes drawings and devices of any server to those who see them', async () => {
    const department = await people.addDepartment('socket');
    const own = await openPilotApp(here, await people.enter(department));
    const above = await app.listen(await app.socketToken(), there);
    const below = await own.listen(await own.socketToken(), there);
    const draw = async (g: string, one: PilotApp): Promise<string> => {
      const id = randomUUID();
      const content = {
        type: 'Feature',
        properties: { color: '#19BE6B', clampToGround: false },
        geometry: { type: 'Point', coordinates: [1, 2] },
      };
      expect(
        await one.call('addRegion', { g, body: { id, name: 'x', resource: { type: 0, content } } }),
      ).toMatchObject({ code: 0 });
      return id;
    };
    const hidden = await draw(admin.groupOID, app);
    const shown = await draw(department, own);
    await own.call('deleteRegion', { id: shown });
    await own.call('clearRegions', { g: department });
    const codes = (one: typeof above) => one.pushes.map(({ biz_code: code }) => code);
    await until(
      'the last is heard',
      async () => codes(below),
      (heard) => heard.includes('map_group_refresh'),
    );
    expect(codes(below)).toEqual(['map_element_create', 'map_element_delete', 'map_group_refresh']);
    expect(below.pushes[0]).toMatchObject({
      version: '1.0',
      timestamp: expect.any(Number),
      data: { id: shown, group_id: department, resource: { type: 0 } },
    });
    expect(below.pushes[1]?.data).toEqual({ id: shown, group_id: department });
    expect(JSON.stringify(below.pushes)).not.toContain(hidden);
    expect(JSON.stringify(above.pushes)).toContain(hidden);
    const { dock, sn } = await operator.addDock();
    await dock.topology(true);
    await until(
      'the aircraft is heard of',
      async () => {
        await dock.osdParts();
        await dock.droneOsd({ latitude: 22.5, longitude: 113.9 });
        return above.pushes;
      },
      (heard) =>
        heard.some(({ biz_code: code }) => code === 'device_osd') &&
        heard.some(({ biz_code: code }) => code === 'device_online'),
    );
    expect(above.pushes.find(({ biz_code: code }) => code === 'device_osd')?.data).toMatchObject({
      sn: `A${sn}`,
      host: { latitude: 22.5, longitude: 113.9 },
    });
    expect(codes(below)).not.toContain('device_osd');
  });

  it.each([
    ['signs out', (who: { token: string }) => callAt(here, who.token, calls.session.logout)],
    [
      'is disabled',
      (who: { memberOID: string }) =>
        people.ask(calls.member.setEnabled, { oids: [who.memberOID], enabled: false }),
    ],
    [
      'loses the role',
      (who: { memberOID: string }) =>
        people.ask(calls.role.removeMembers, { roleOID: operatorRole, userOIDs: [who.memberOID] }),
    ],
    [
      'moves to another department',
      async ({ memberOID }) => {
        const groupOID = await people.addDepartment(`elsewhere-${memberOID.slice(-8)}`);
        await people.ask(calls.member.save, { oid: memberOID, groupOID });
      },
    ],
    [
      'has the controller deleted',
      ({ controllerOID }) => people.ask(calls.remoteController.remove, { oids: [controllerOID] }),
    ],
    [
      'has the controller retired',
      ({ controllerOID }) => people.ask(calls.remoteController.retire, { oids: [controllerOID] }),
    ],
    [
      'has the controller moved out of sight',
      async ({ controllerOID }) => {
        const groupOID = await people.addDepartment(`away-${controllerOID.slice(-8)}`);
        await people.ask(calls.remoteController.edit, { oid: controllerOID, groupOID });
      },
    ],
  ] as [string, (who: { token: string; memberOID: string; controllerOID: string }) => Promise<unknown>][])(
    'and its storage end within two seconds when its pilot %s at another server',
    async (_what, end) => {
      const department = await people.addDepartment(`own-${randomUUID().slice(0, 8)}`);
      const who = await people.enter(department);
      const own = await openPilotApp(here, who);
      const token = await own.socketToken();
      const { closed } = await own.listen(token, there);
      const storage = await openStorage(own);
      const uploading = storage.endlessly();
      await until(
        'it comes in',
        async () => storage.sent(),
        (sent) => sent > 2,
      );
      expect(await storage.put()).toBe(200);
      await end({ ...who, controllerOID: own.controllerOID });
      const at = performance.now();
      await closed;
      await expect(uploading).rejects.toThrow('fetch failed');
      expect(performance.now() - at).toBeLessThan(promised(2_000));
      await expect(own.listen(token, there)).rejects.toThrow('401');
      expect(await storage.put()).toBe(403);
    },
  );
});
