import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import { buildKmz, kmzModels } from '@eyrie/testing';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt, until } from '../../testing/caller.ts';
import { openPilotApp, type PilotApp } from '../../testing/pilot-app.ts';
import type { People } from '../../testing/pilot-people.ts';
import { startPilotServer } from '../../testing/pilot-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

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

/** Puts a file where the credential of the app allows it. */
const put = async (key: string, bytes: Uint8Array, one = app): Promise<number> => {
  const { data } = await one.call('storage', { body: {} });
  const {
    access_key_id: accessKeyId,
    access_key_secret: secretAccessKey,
    security_token: sessionToken,
  } = data.credentials;
  const aws = new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken,
    region: data.region,
    service: 's3',
    retries: 0,
  });
  const url = `${data.endpoint}/${data.bucket}/${key}`;
  return (await aws.fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })).status;
};
const prefixOf = async (one = app): Promise<string> =>
  (await one.call('storage', { body: {} })).data.object_key_prefix as string;

describe('routes', () => {
  let routeOID: string;
  const list = async (query = '', one = app) => (await one.call('routes', { query })).data;
  beforeAll(async () => {
    routeOID = (await server.uploadRoute()).oid;
  });

  it('are listed as the app spells them', async () => {
    const { list: routes, pagination } = await list('?page=1&page_size=10&order_by=update_time desc');
    expect(pagination).toEqual({ page: 1, page_size: 10, total: 1 });
    expect(routes[0]).toMatchObject({
      id: routeOID,
      drone_model_key: '0-91-1',
      payload_model_keys: ['1-81-0'],
      template_types: [0],
      favorited: false,
      sign: expect.stringMatching(/^[0-9a-f]{32}$/),
      start_wayline_point: { start_latitude: expect.any(Number), start_lontitude: expect.any(Number) },
    });
  });

  it('are found by aircraft, payload, template and mark', async () => {
    const totals = async (query: string) => (await list(query)).pagination.total;
    expect(await totals('?drone_model_keys=0-91-1&drone_model_keys=0-67-0')).toBe(1);
    expect(await totals('?drone_model_keys=0-67-0')).toBe(0);
    expect(await totals('?payload_model_key[]=1-81-0')).toBe(1);
    expect(await totals('?payload_model_key=1-53-0')).toBe(0);
    expect(await totals('?template_type=0&template_type=1')).toBe(1);
    expect(await totals('?template_type=2')).toBe(0);
    expect(await totals('?action_type=1')).toBe(0);
    expect(await totals('?favorited=true')).toBe(0);
    expect(await app.call('favour', { query: `?id=${routeOID}` })).toMatchObject({ code: 0 });
    expect(await totals('?favorited=true')).toBe(1);
    expect(await app.call('disfavour', { query: `?id=${routeOID}` })).toMatchObject({ code: 0 });
    expect(await app.call('favour', { body: { ids: [routeOID] } })).toMatchObject({ code: 0 });
    expect(await totals('?favorited=true')).toBe(1);
    await app.call('disfavour', { query: `?id=${routeOID}` });
  });

  it('refuse a query that makes no sense, by field', async () => {
    for (const [query, path] of [
      ['?page=0', 'page'],
      ['?page_size=5000', 'page_size'],
      ['?order_by=drop table', 'order_by'],
      ['?drone_model_keys=M30', 'drone_model_keys.0'],
    ] as const)
      expect(await app.call('routes', { query })).toMatchObject({
        status: 422,
        data: { reason: 'invalid', issues: [{ path }] },
      });
    expect(await app.call('favour', { query: `?id=${randomUUID()}` })).toMatchObject({ status: 404 });
    expect(await app.call('favour')).toMatchObject({ status: 422 });
  });

  it('lead to their file, which is good for this session only', async () => {
    const session = await server.login();
    const own = await openPilotApp(server.running.url, session);
    const { status, location } = await own.call('routeFile', { id: routeOID });
    expect(status).toBe(302);
    const file = await fetch(location ?? '');
    expect(file.status).toBe(200);
    expect(new Uint8Array(await file.arrayBuffer()).subarray(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
    await callAt(server.running.url, session.token, calls.session.logout);
    await until(
      'the address ends',
      () => fetch(location ?? ''),
      (one) => one.status === 401,
    );
    expect((await fetch(`${server.running.url}/pilot-file?key=${app.token}`)).status).toBe(401);
    expect(await app.call('routeFile', { id: randomUUID() })).toMatchObject({ status: 404 });
  });

  it('tell which names are taken', async () => {
    const [{ name }] = (await list()).list;
    const query = `?name=${encodeURIComponent(name)}&name=nobody`;
    expect((await app.call('takenNames', { query })).data).toEqual([name]);
  });

  it('come in from the app, from its own prefix alone', async () => {
    const key = `${await prefixOf()}/wayline/${randomUUID()}.kmz`;
    const body = { name: '飞手航线', object_key: key, metadata: { drone_model_key: '0-91-1' } };
    expect(await app.call('routeUploaded', { body })).toMatchObject({ status: 404 });
    expect(await put(key, buildKmz({ model: kmzModels.m3td }))).toBe(200);
    expect(await app.call('routeUploaded', { body })).toMatchObject({ status: 200, code: 0 });
    expect((await list('?key=飞手')).list).toMatchObject([{ name: '飞手航线' }]);
    for (const odd of ['/../../x.kmz', '/wayline/\0.kmz', '//x.kmz'])
      for (const call of ['routeUploaded', 'mediaUploaded'] as const)
        expect(
          await app.call(call, { body: { ...body, object_key: `${await prefixOf()}${odd}` } }),
        ).toMatchObject({ status: 422, data: { reason: 'invalid', issues: [{ path: 'object_key' }] } });
    const bad = `${await prefixOf()}/wayline/bad.kmz`;
    await put(bad, new Uint8Array([1, 2, 3]));
    expect(await app.call('routeUploaded', { body: { ...body, object_key: bad } })).toMatchObject({
      status: 422,
      data: { reason: 'kmzNotZip' },
    });
    expect(
      await app.call('routeUploaded', {
        body: { ...body, object_key: `routes/${admin.groupRoot}/${routeOID}.kmz` },
      }),
    ).toMatchObject({ status: 422, data: { reason: 'invalid' } });
  });
});

describe('media', () => {
  const sent = (key: string, more: object = {}) => ({
    result: 0,
    fingerprint: `print of ${key}`,
    name: 'DJI_20260101_0001_W.JPG',
    path: '/DCIM',
    object_key: key,
    ext: {
      drone_model_key: '0-99-1',
      tinny_fingerprint: `tiny of ${key}`,
      is_original: true,
      file_group_id: `group of ${key}`,
    },
    metadata: { absolute_altitude: 56.3, relative_altitude: 10, shoot_position: { lat: 22.5, lng: 113.9 } },
    ...more,
  });

  it('are asked for, uploaded, recorded, and known from then on', async () => {
    const key = `${await prefixOf()}/${randomUUID()}/DJI_0001.JPG`;
    const fingerprint = `print of ${key}`;
    const known = () =>
      app.call('mediaKnown', { body: { fingerprint, name: 'DJI_0001.JPG', ext: {}, metadata: {} } });
    const missing = await known();
    expect(missing.code).not.toBe(0);
    expect(missing.data).toMatchObject({ reason: 'notUploaded' });
    expect(await app.call('mediaUploaded', { body: sent(key) })).toMatchObject({ status: 404 });
    expect(await put(key, new Uint8Array(10))).toBe(200);
    expect(await app.call('mediaUploaded', { body: sent(key) })).toMatchObject({ code: 0 });
    expect(await known()).toMatchObject({ status: 200, code: 0 });
    const tiny = [`tiny of ${key}`, 'another'];
    expect((await app.call('fingerprints', { body: { tiny_fingerprints: tiny } })).data).toEqual({
      tiny_fingerprints: [tiny[0]],
    });
    const group = { file_group_id: `group of ${key}`, file_count: 1, file_uploaded_count: 1 };
    expect(await app.call('groupUploaded', { body: group })).toMatchObject({ code: 0 });
    const short = await app.call('groupUploaded', { body: { ...group, file_uploaded_count: 2 } });
    expect(short.code).not.toBe(0);
    const row = await server.database.connection.kysely
      .selectFrom('media')
      .select(['dock_oid', 'size', 'lng', 'group_root'])
      .where('object_key', '=', key)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ dock_oid: app.controllerOID, size: 10, lng: 113.9, group_root: admin.groupRoot });
  });

  it('of another department are not known here, nor is its prefix open', async () => {
    const key = `${await prefixOf()}/${randomUUID()}/DJI_0002.JPG`;
    await put(key, new Uint8Array(5));
    await app.call('mediaUploaded', { body: sent(key) });
    const far = await openPilotApp(
      server.running.url,
      await people.enter(await people.addDepartment('north')),
    );
    expect((await far.call('mediaKnown', { body: { fingerprint: `print of ${key}` } })).code).not.toBe(0);
    expect(await put(key, new Uint8Array(5), far)).toBe(403);
    expect(await far.call('mediaUploaded', { body: sent(key) })).toMatchObject({ status: 404 });
  });

  it('are not uploaded with the credential of a session that has ended', async () => {
    const session = await server.login();
    const own = await openPilotApp(server.running.url, session);
    const { data } = await own.call('storage', { body: {} });
    const aws = new AwsClient({
      accessKeyId: data.credentials.access_key_id,
      secretAccessKey: data.credentials.access_key_secret,
      sessionToken: data.credentials.security_token,
      region: data.region,
      service: 's3',
      retries: 0,
    });
    const send = async () =>
      (
        await aws.fetch(`${data.endpoint}/${data.bucket}/${data.object_key_prefix}/x.jpg`, {
          method: 'PUT',
          body: 'x',
        })
      ).status;
    expect(await send()).toBe(200);
    await callAt(server.running.url, session.token, calls.session.logout);
    expect(await send()).toBe(403);
  });
});
