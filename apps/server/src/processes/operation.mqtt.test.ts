import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { calls, type TimerRecord } from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '../platform/backup/index.ts';
import { until, type Answer } from '../testing/caller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Stands in every secret that the settings can carry. */
const canary = 'canary-7f3a9c';
let server: TestServer;

const ended = (oid: string): Promise<Answer> =>
  until(
    'work ended',
    () => server.call(calls.operation.workQuery, { oid }),
    ({ data }) => ['done', 'failed'].includes(data.list[0]?.state as string),
  );
const bytesOf = async (path: string, name: string): Promise<Uint8Array> => {
  const answer = await fetch(`${server.running.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authtoken: server.token },
    body: JSON.stringify({ name }),
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};

beforeAll(async () => {
  server = await startTestServer({
    EYRIE_DJI_APP_KEY: `${canary}-key`,
    EYRIE_DJI_APP_LICENSE: `${canary}-license`,
    EYRIE_METRICS_TOKEN: `${canary}-metrics-token-of-length`,
  });
});
afterAll(() => server?.close());

describe('one diagnosis file', () => {
  it('tells about the instance and holds no secret', async () => {
    const asked = await server.call(calls.operation.diagnosis);
    expect(asked).toMatchObject({ status: 200, data: { kind: 'diagnosis' } });
    const { data } = await ended(asked.data.oid as string);
    const [row] = data.list as { state: string; result: { name: string } }[];
    expect(row?.state).toBe('done');
    const listed = await server.call(calls.operation.diagnosisQuery);
    expect(listed.data.list[0]).toMatchObject({ name: row?.result.name });
    const zip = unzipSync(await bytesOf(calls.operation.diagnosisDownload.path, row?.result.name ?? ''));
    expect(Object.keys(zip).toSorted()).toEqual([
      'about.json',
      'health.json',
      'log.jsonl',
      'settings.json',
      'tables.json',
      'work.json',
    ]);
    const all = Object.values(zip)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(all).not.toContain(canary);
    expect(all).not.toContain(server.token);
    expect(all).not.toContain(server.env.EYRIE_ADMIN_PASSWORD);
    expect(all).not.toContain(new URL(server.database.url).password);
    const secret = (await readFile(join(server.env.EYRIE_DATA_DIR, 'objects.secret'), 'utf8')).trim();
    expect(all).not.toContain(secret);
    expect(JSON.parse(strFromU8(zip['settings.json'] ?? new Uint8Array()))).toMatchObject({
      dji: { appKey: '[masked]' },
      host: '127.0.0.1',
    });
  });
});

describe('the timers of a server', () => {
  const words = Object.keys(phrases('en')).filter((id) => id.startsWith('timer.'));

  it('are on the page, each with its words and none without, and run', async () => {
    const { data } = await until(
      'every timer of a short period ran well',
      () => server.call(calls.operation.timerQuery),
      ({ data: { list } }) =>
        list.length >= words.length &&
        (list as TimerRecord[]).every(
          ({ lastRunAt, every, failingSince }) =>
            failingSince === null && (lastRunAt !== null || every > 5_000),
        ),
    );
    const names = (data.list as TimerRecord[]).map(({ name }) => `timer.${name}`);
    expect(names.toSorted()).toEqual(words.toSorted());
  });

  it('are in the metrics', async () => {
    const answer = await fetch(`${server.running.url}/metrics`, {
      headers: { authorization: `Bearer ${canary}-metrics-token-of-length` },
    });
    const text = await answer.text();
    expect(text).toMatch(/^eyrie_timer_last_run_timestamp_seconds\{timer="lease\.sweep"\} 1\d{9}/m);
    expect(text).toMatch(/^eyrie_timer_run_seconds\{timer="lease\.sweep"\} \d/m);
    expect(text).toMatch(/^eyrie_timer_failures_total\{timer="lease\.sweep"\} 0$/m);
  });
});

describe('a backup from the page', () => {
  it('is made in the background, one at a time, downloaded whole, and deleted', async () => {
    const both = await Promise.all([
      server.call(calls.operation.backup),
      server.call(calls.operation.backup),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const oid = both.find(({ status }) => status === 200)?.data.oid as string;
    const { data } = await ended(oid);
    const { result, state } =
      (data.list as { state: string; result: { name: string; sha256: string } }[])[0] ?? {};
    expect(state).toBe('done');
    const listed = await server.call(calls.operation.backupQuery);
    expect(listed.data.list).toMatchObject([{ name: result?.name, sha256: result?.sha256 }]);
    const bytes = await bytesOf(calls.operation.backupDownload.path, result?.name ?? '');
    expect(bytes.length).toBe(listed.data.list[0].size);
    const path = join(server.env.EYRIE_DATA_DIR, 'backups', result?.name ?? '');
    expect((await checkBackup(path)).tables.length).toBeGreaterThan(20);
    for (const name of ['../objects.secret', 'eyrie-20260101T000000-000Z.tar.zst'])
      expect((await server.call(calls.operation.backupDownload, { name })).status).toBeGreaterThanOrEqual(
        404,
      );
    expect((await server.call(calls.operation.backupDelete, { names: [result?.name] })).status).toBe(200);
    expect((await server.call(calls.operation.backupQuery)).data.list).toEqual([]);
  });
});
