import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type ErrorRecord, type HealthRecord, type MessageDetail } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { until } from '../../testing/caller.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let routeOID: string;
beforeAll(async () => {
  server = await startTestServer();
  routeOID = (await server.uploadRoute()).oid;
});
afterAll(() => server.close());

const item = (code: string, part: Record<string, unknown> = {}) => ({
  code,
  level: 2,
  module: 1,
  in_the_sky: 0,
  imminent: 0,
  device_type: '3-2-0',
  args: { component_index: 0, sensor_index: 1 },
  ...part,
});
const ready = async () => {
  const { oid, dock } = await server.addDock();
  await dock.topology(true);
  return { oid, dock };
};
const alarms = async (dockOID: string): Promise<HealthRecord[]> =>
  (await server.call(calls.deviceHealth.query, { dockOID })).data.list;
const errors = async (dockOID: string): Promise<ErrorRecord[]> =>
  (await server.call(calls.flightError.query, { dockOID })).data.list;
const messages = async (dockOID: string, part: object = {}): Promise<MessageDetail[]> =>
  (await server.call(calls.deviceMessage.query, { dockOID, pageSize: 200, ...part })).data.list;
const shown = (rows: readonly HealthRecord[]): string[] =>
  rows
    .map((row) => `${row.device} ${row.code} ${row.clearedAt === null ? 'open' : 'cleared'}`)
    .toSorted((a, b) => a.localeCompare(b));
const untilShown = (oid: string, expected: readonly string[]) =>
  until(
    'the alarms',
    () => alarms(oid),
    (rows) => JSON.stringify(shown(rows)) === JSON.stringify(expected),
  );
const hms = (dock: DockClient, list: unknown, of: 'dock' | 'drone' = 'dock') =>
  dock.event('hms', { list }, { of });

describe('alarms of a dock and its aircraft', () => {
  it('stand while they are listed, once, and clear when they are missing', async () => {
    const { oid, dock } = await ready();
    await hms(dock, [item('0x19110014'), item('0x19114000', { imminent: 1 })]);
    await untilShown(oid, ['dock 0x19110014 open', 'dock 0x19114000 open']);
    await hms(dock, [item('0x19110014'), item('0x19110014')]);
    await untilShown(oid, ['dock 0x19110014 open', 'dock 0x19114000 cleared']);
    await hms(dock, []);
    await untilShown(oid, ['dock 0x19110014 cleared', 'dock 0x19114000 cleared']);
    await hms(dock, [item('0x19110014')]);
    await untilShown(oid, ['dock 0x19110014 cleared', 'dock 0x19110014 open', 'dock 0x19114000 cleared']);
  });

  it('clear by the topic that raised them, also where the dock speaks for the aircraft', async () => {
    const { oid, dock } = await ready();
    const inFlight = { in_the_sky: 1, device_type: '0-91-1' };
    await hms(dock, [item('0x1B030014', inFlight)]);
    await hms(dock, [item('0x1610000D', inFlight), item('0x1B030014', inFlight)], 'drone');
    await untilShown(oid, ['drone 0x1610000D open', 'drone 0x1B030014 open', 'drone 0x1B030014 open']);
    const critical = (await alarms(oid)).find((row) => row.code === '0x1610000D');
    expect(critical).toMatchObject({
      inTheSky: true,
      explanation: 'health.1610000D_SKY',
      droneName: expect.any(String),
    });
    await hms(dock, []);
    await untilShown(oid, ['drone 0x1610000D open', 'drone 0x1B030014 cleared', 'drone 0x1B030014 open']);
    await hms(dock, [], 'drone');
    await untilShown(oid, [
      'drone 0x1610000D cleared',
      'drone 0x1B030014 cleared',
      'drone 0x1B030014 cleared',
    ]);
  });

  it('take a whole list of twenty, and survive what is no list', async () => {
    const { oid, dock } = await ready();
    const twenty = Array.from({ length: 20 }, (_, at) => item(`0xFF0000${String(at).padStart(2, '0')}`));
    await hms(dock, twenty);
    await until(
      'twenty',
      () => alarms(oid),
      (rows) => rows.length === 20,
    );
    for (const hostile of [
      null,
      'none',
      { list: 'x' },
      { list: [{ code: 'a\u0000b', level: 1 }] },
      { list: [{ code: 7 }] },
      { list: Array.from({ length: 500 }, () => ({})) },
    ])
      await dock.event('hms', hostile);
    await hms(dock, [item('0xFF000000', { args: { sensor_index: 'x\u0000', ['y'.repeat(300)]: 1 } })]);
    await until(
      'one left',
      () => alarms(oid),
      (rows) => rows.filter((row) => row.clearedAt === null).length === 1,
    );
    expect((await alarms(oid)).length).toBe(20);
  });
});

describe('exceptions', () => {
  it('are refused orders, jobs and routes that ended badly, each once', async () => {
    const { oid, dock } = await ready();
    const flightOID = await server.addFlight(oid, routeOID);
    await server.fly(dock, oid, flightOID);
    await dock.askedEvent(
      'flighttask_progress',
      {
        result: 321_784,
        output: {
          status: 'failed',
          progress: { current_step: 25, percent: 60 },
          ext: { flight_id: flightOID, break_point: { index: 1, state: 0, break_reason: 784 } },
        },
      },
      { bid: flightOID },
    );
    await dock.event('cover_open', {
      result: 514_107,
      output: { status: 'failed', progress: { step_key: 'x\u0000' } },
    });
    await dock.event('cover_open', { result: 514_107, output: { status: 'failed' } });
    await dock.event('cover_close', { result: 0, output: { status: 'ok' } });
    await dock.event('putter_open', { result: 'x', output: null });
    await dock.state({ live_status: [{ video_id: 'D1/165-0-7/normal-0', error_status: 513_010 }] });
    const found = await until(
      'exceptions',
      () => errors(oid),
      (rows) => rows.length >= 4,
    );
    expect(
      found.map((row) => `${row.source} ${row.family} ${row.code} ${row.explanation}`).toSorted(),
    ).toEqual([
      'flight break 784 error.strongWindReturn',
      'flight error 321784 error.strongWindReturn',
      'job error 514107 error.coverOpenFailed',
      'video error 513010 error.liveNoNetwork',
    ]);
    expect(found.find((row) => row.code === '321784')).toMatchObject({ flightOID, level: 2 });
  });
});

describe('the log of messages', () => {
  it('holds what went both ways, without secrets, and counts what is said again', async () => {
    const { oid, dock } = await ready();
    await dock.request('storage_config_get', { module: 0 });
    for (let turn = 0; turn < 5; turn += 1) await hms(dock, []);
    const rows = await until(
      'messages',
      () => messages(oid),
      (list) =>
        list.some((row) => row.kind === 'requests_reply' && row.method === 'storage_config_get') &&
        list.some((row) => row.method === 'hms' && row.repeats === 5),
    );
    expect(rows.filter((row) => row.method === 'hms')).toHaveLength(1);
    expect(rows.find((row) => row.method === 'update_topo' && row.kind === 'status')).toMatchObject({
      direction: 'up',
    });
    const reply = rows.find((row) => row.kind === 'requests_reply' && row.method === 'storage_config_get');
    expect(reply).toMatchObject({ direction: 'down', result: 0 });
    const { payload } = (await server.call(calls.deviceMessage.get, { oid: reply?.oid ?? '' })).data;
    expect(payload).toContain('access_key_secret":"•••');
    expect(payload).toContain('bucket');
  });

  it('does not grow with a dock that never stops', async () => {
    const { oid, dock } = await ready();
    for (let turn = 0; turn < 400; turn += 1) await dock.event(`chatter_${turn}`, { text: `${turn}\u0000` });
    const rows = await until(
      'the summary',
      () => messages(oid),
      (list) => list.some((row) => row.kind === 'summary' && row.repeats > 200),
    );
    expect(rows.length).toBeLessThan(150);
    // It still flies, and its alarms still count.
    await hms(dock, [item('0x19111800')]);
    await untilShown(oid, ['dock 0x19111800 open']);
  });
});
