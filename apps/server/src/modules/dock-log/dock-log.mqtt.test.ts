import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { calls, type DockLogRecord } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/test-server.ts';

interface Start {
  endpoint: string;
  bucket: string;
  credentials: { access_key_id: string; access_key_secret: string; security_token: string; expire: number };
  params: { files: { object_key: string; module: string; list: { boot_index: number }[] }[] };
}

describe('log files of a dock', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  let other: DockClient;
  let silent: Promise<Answer>;

  /** Answers come in order: what was sent before is known then. */
  const heard = (of = dock) => of.request('config', { config_type: 'json', config_scope: 'product' });
  const shows = async (of = dock): Promise<void> => {
    await of.osdParts();
    await heard(of);
  };
  const { logQuery, logUpload, logUploadCancel } = calls.command;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    const beside = await server.addDock();
    other = beside.dock;
    const mute = await server.addDock();
    mute.dock.answer('fileupload_list', { kind: 'drop' });
    await shows(mute.dock);
    silent = server.call(logQuery, { oid: mute.oid, key: randomUUID(), modules: ['dock'] });
  });
  afterAll(() => server.close());

  const query = async (modules: string[], key: string = randomUUID()) => {
    await shows();
    return server.call(logQuery, { oid, key, modules });
  };
  const list = async (): Promise<DockLogRecord[]> =>
    (await server.call(calls.dockLog.list, { oid, pageNum: '1', pageSize: '50' })).data.list;
  const now = async (): Promise<DockLogRecord> => {
    const [newest] = await list();
    if (!newest) throw new Error('there is no upload');
    return newest;
  };
  const becomes = (state: DockLogRecord['state']) =>
    until(`the upload is ${state}`, now, (row) => row.state === state, 10_000, 20);
  const upload = async (modules: readonly string[] = ['dock']): Promise<Answer> => {
    await shows();
    const files = modules.map((module) => ({ module, bootIndexes: [4, 5] }));
    return server.call(logUpload, { oid, key: randomUUID(), files });
  };
  const started = (): Start => dock.services('fileupload_start').at(-1)?.data as Start;
  const keyOf = (): string => started().params.files[0]?.object_key ?? '';
  const store = (
    { endpoint, bucket, credentials }: Start,
    key: string,
    given: { method?: string; body?: Buffer } = {},
  ): Promise<Response> => {
    const { access_key_id: accessKeyId, access_key_secret: secretAccessKey } = credentials;
    const sessionToken = credentials.security_token;
    const aws = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, service: 's3', retries: 0 });
    const { method = 'PUT', body } = given;
    return aws.fetch(`${endpoint}/${bucket}/${key}`, body ? { method, body } : { method });
  };
  const reports = async (
    status: string,
    more: { key?: string; size?: number; progress?: number; result?: number; of?: DockClient } = {},
  ): Promise<void> => {
    const { key = keyOf(), size, progress, result = 0, of = dock } = more;
    const file = { module: '3', device_sn: 'SN', key, size, progress: { progress, status, result } };
    await of.event('fileupload_progress', {
      result: 0,
      output: { status: 'in_progress', ext: { files: [file] } },
    });
    await heard(of);
  };

  it('are listed as the dock answers now, and by its answer to this order alone', async () => {
    const starts = [{ boot_index: 4, start_time: 1_763_690_000, end_time: 1_763_690_600_000, size: 2_048 }];
    const files = [
      { module: '3', device_sn: 'SN', result: 0, list: starts },
      { module: '0', device_sn: 'AIR', result: 324_015 },
    ];
    dock.answer('fileupload_list', { kind: 'ok', beside: { files } });
    const { status, data } = await query(['dock', 'drone']);
    expect([status, data.state]).toEqual([200, 'succeeded']);
    expect(dock.services('fileupload_list')[0]?.data).toEqual({ module_list: ['3', '0'] });
    expect(data.listings).toMatchObject([
      {
        module: 'dock',
        state: 'listed',
        starts: [{ bootIndex: 4, startTime: 1_763_690_000_000, endTime: 1_763_690_600_000, size: 2_048 }],
      },
      { module: 'drone', state: 'refused', code: 324_015, starts: [], message: expect.any(String) },
    ]);
  });

  it('are no empty list where the dock says nothing of them, or another dock answers', async () => {
    dock.answer('fileupload_list', { kind: 'late', ms: 300 });
    const key = randomUUID();
    await shows();
    const asked = server.call(logQuery, { oid, key, modules: ['dock'] });
    const order = await dock.waitForService('fileupload_list', dock.services('fileupload_list').length + 1);
    await other.raw(
      `thing/product/${other['options'].sn}/services_reply`,
      JSON.stringify({
        tid: order.tid,
        bid: order.bid,
        method: order.method,
        timestamp: Date.now(),
        data: { result: 0, files: [{ module: '3', result: 0, list: [] }] },
      }),
    );
    const { data } = await asked;
    expect(data.listings).toMatchObject([{ module: 'dock', state: 'missing', starts: [] }]);
    expect(data.listedAt).toBeNull();
  });

  it('are stored by a credential for one place, and are there only when they are', async () => {
    expect((await upload()).data.state).toBe('succeeded');
    expect(await now()).toMatchObject({ state: 'notUploaded', percent: null, bootIndexes: [4, 5] });
    expect(await now()).toMatchObject({ startTime: 1_763_690_000_000, heardAt: null });
    const order = started();
    expect(order.params.files).toMatchObject([{ module: '3', list: [{ boot_index: 4 }, { boot_index: 5 }] }]);
    expect(order.credentials.expire).toBeGreaterThan(Date.now());

    const body = Buffer.from('what the dock wrote down');
    for (const key of [`media/${oid}/x.tar`, `logs/${oid}/${randomUUID()}/dock.tar`, `logs/${oid}/dock.tar`])
      expect([key, (await store(order, key, { body })).status]).toEqual([key, 403]);

    // Of another dock, and of a file that nobody asked for: nothing is believed.
    await reports('file_uploading', { progress: 90, of: other });
    await reports('file_uploading', { progress: 80, key: `logs/${oid}/other.tar` });
    expect(await now()).toMatchObject({ state: 'notUploaded', percent: null });
    await reports('file_zip', { progress: 40, size: body.length });
    expect(await becomes('uploading')).toMatchObject({ percent: 40, step: 'packing', size: body.length });

    expect((await store(order, keyOf(), { body })).status).toBe(200);
    expect((await store(order, keyOf(), { method: 'GET' })).status).not.toBe(200);
    expect((await now()).state).toBe('uploading');
    await reports('ok', { progress: 100, size: body.length });
    const done = await becomes('uploaded');
    expect(done).toMatchObject({ percent: 100, fault: null, size: body.length });
    // What it was given is worth nothing any more.
    expect((await store(order, keyOf(), { body })).status).toBe(403);

    const file = await fetch(`${server.running.url}${calls.dockLog.download.path}`, {
      method: 'POST',
      headers: { authToken: server.token, 'content-type': 'application/json' },
      body: JSON.stringify({ oid: done.oid }),
    });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(body);
    const audited = await server.database.connection.kysely
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'in', ['dockLog.download', 'command.logUpload'])
      .execute();
    expect(new Set(audited.map(({ action }) => action)).size).toBe(2);
  });

  it('are not there because the dock says so', async () => {
    await upload();
    await reports('ok', { progress: 100, size: 10 });
    expect(await becomes('failed')).toMatchObject({ fault: 'missing', message: expect.any(String) });
    expect(await server.call(calls.dockLog.download, { oid: (await now()).oid })).toMatchObject({
      status: 409,
      data: { reason: 'logNotUploaded' },
    });

    await upload();
    await store(started(), keyOf(), { body: Buffer.from('half') });
    await reports('ok', { progress: 100, size: 10 });
    expect(await becomes('failed')).toMatchObject({ fault: 'sizeDiffers' });
  });

  it('fail in the words of the dock, at once and on the way', async () => {
    dock.answer('fileupload_start', { kind: 'reject', code: 324_016 }, { kind: 'ok' });
    expect(await upload()).toMatchObject({ status: 502, data: { state: 'rejected' } });
    expect(await becomes('failed')).toMatchObject({ fault: 'refused', code: 324_016 });

    await upload();
    await reports('failed', { result: 324_012 });
    const failed = await becomes('failed');
    expect(failed).toMatchObject({ code: 324_012 });
    // A late word changes nothing.
    await reports('file_uploading', { progress: 50 });
    expect(await now()).toMatchObject({ state: 'failed', percent: null });
  });

  it('are uploaded once at a time, and end when somebody cancels', async () => {
    await upload();
    expect(await upload()).toMatchObject({ status: 409, data: { reason: 'logUploadOpen' } });
    expect(await upload(['drone'])).toMatchObject({ status: 200 });
    const { oid: drone } = await now();
    const cancel = async (modules: string[]) => {
      await shows();
      return server.call(logUploadCancel, { oid, key: randomUUID(), modules });
    };
    const nonce = await server.nonceFor(oid, 'logDelete');
    expect(await server.call(calls.dockLog.remove, { oid: drone, nonce })).toMatchObject({
      status: 409,
      data: { reason: 'logUploadOpen' },
    });
    expect(await cancel(['drone', 'dock'])).toMatchObject({ status: 200 });
    expect(dock.services('fileupload_update').at(-1)?.data).toEqual({
      status: 'cancel',
      module_list: ['0', '3'],
    });
    await until('both are cancelled', list, ([a, b]) => a?.state === 'cancelled' && b?.state === 'cancelled');
    await reports('ok', { size: 3 });
    expect(await now()).toMatchObject({ oid: drone, state: 'cancelled' });
    expect(await cancel(['dock'])).toMatchObject({ status: 409, data: { reason: 'logUploadNone' } });
  });

  it('are deleted after a confirmation, row and file', async () => {
    const done = (await list()).find(({ state }) => state === 'uploaded');
    if (!done) throw new Error('nothing was uploaded');
    const remove = (nonce?: string) => server.call(calls.dockLog.remove, { oid: done.oid, nonce });
    expect(await remove()).toMatchObject({ data: { reason: 'confirmationMissing' } });
    expect(await remove(await server.nonceFor(oid, 'coverClose'))).toMatchObject({
      data: { reason: 'confirmationSpent' },
    });
    expect((await list()).some((row) => row.oid === done.oid)).toBe(true);
    expect((await remove(await server.nonceFor(oid, 'logDelete'))).status).toBe(200);
    expect((await list()).some((row) => row.oid === done.oid)).toBe(false);
    const { rows } = await server.database.connection.pool.query('select 1 from dock_log where oid = $1', [
      done.oid,
    ]);
    expect(rows).toEqual([]);
    expect((await server.call(calls.dockLog.download, { oid: done.oid })).status).toBe(404);
  });

  it('are refused with a module twice, none, or a start that is none', async () => {
    const start = (files: unknown) => server.call(logUpload, { oid, key: randomUUID(), files });
    const one = { module: 'dock', bootIndexes: [1] };
    for (const files of [
      [],
      [one, one],
      [{ ...one, module: '3' }],
      [{ ...one, bootIndexes: [] }],
      [{ ...one, bootIndexes: [1, 1] }],
      [{ ...one, bootIndexes: [-1] }],
      [{ ...one, bootIndexes: ['1'] }],
      [{ ...one, bootIndexes: Array.from({ length: 101 }, (_, index) => index) }],
    ])
      expect((await start(files)).status, JSON.stringify(files)).toBe(422);
  });

  it('are not listed by a dock that keeps silent: it answers as such', async () => {
    expect(await silent).toMatchObject({ status: 504, data: { reason: 'deviceSilent' } });
  });
});
