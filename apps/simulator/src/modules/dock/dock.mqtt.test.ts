import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type Heard, type TestBroker } from '../../testing/broker.ts';
import { startFiles, testPlace, type TestFiles } from '../../testing/files.ts';
import { groundStation, type GroundStation } from '../../testing/ground-station.ts';
import { startSimulatedDock, type DockMemory, type Remembered, type SimulatedDock } from './index.ts';

const sn = 'DOCK3TEST';
const droneSn = 'DRONETEST';
const topic = (kind: string, of = sn) => `thing/product/${of}/${kind}`;
const dataOf = (one: Heard) => one.body.data as unknown as Record<string, unknown>;

let broker: TestBroker;
let files: TestFiles;
let station: GroundStation;
let dock: SimulatedDock;

beforeEach(async () => {
  broker = await startBroker('secret');
  files = await startFiles();
  station = groundStation(broker, sn);
  station.storage = {
    provider: 'minio',
    endpoint: `${files.url}/objects`,
    region: 'us-east-1',
    bucket: 'media',
    object_key_prefix: 'org/dock',
    credentials: { access_key_id: 'id', access_key_secret: 'key', security_token: 'token', expire: 3600 },
  };
  dock = begin(40);
});

const begin = (speed: number, memory?: DockMemory) =>
  startSimulatedDock({
    sn,
    secret: 'secret',
    model: '3-3-0',
    droneSn,
    brokerUrl: broker.url,
    ...testPlace,
    speed,
    memory,
    seed: 'test',
  });

/** The same dock at another pace, in place of the first. */
const beginAgain = async (speed: number) => {
  await dock.stop();
  dock = begin(speed);
  broker.heard.length = 0;
};

afterEach(async () => {
  await dock.stop();
  await broker.stop();
  await files.stop();
});

const isEvent = (method: string) => (one: Heard) =>
  one.topic === topic('events') && one.body.method === method;
const progress = (status: string) => (one: Heard) =>
  isEvent('flighttask_progress')(one) &&
  (one.body.data as { output: { status: string } }).output.status === status;

const prepare = (flightId: string, more: Record<string, unknown> = {}) =>
  station.order('flighttask_prepare', {
    flight_id: flightId,
    task_type: 0,
    execute_time: Date.now(),
    file: files.file,
    rth_altitude: 60,
    rth_mode: 1,
    out_of_control_action: 0,
    exit_wayline_when_rc_lost: 1,
    wayline_precision_type: 0,
    ...more,
  });

const launch = async () => {
  await broker.until('osd', (one) => one.topic === topic('osd'));
  const flightId = randomUUID();
  expect((await prepare(flightId)).result).toBe(0);
  expect((await station.order('flighttask_execute', { flight_id: flightId })).result).toBe(0);
  return flightId;
};

describe('a dock on the wire', () => {
  it('introduces itself, then shows up, then tells its osd in three parts', async () => {
    await broker.until(
      'part C',
      (one) => one.topic === topic('osd') && 'flighttask_step_code' in dataOf(one),
    );
    await broker.until('question about media', (one) => one.body.method === 'storage_config_get');
    const order = broker.heard.map((one) => one.body.method ?? one.topic.split('/').at(-1));
    expect(order.slice(0, 3)).toEqual(['config', 'airport_bind_status', 'update_topo']);
    expect(order.indexOf('osd')).toBeGreaterThan(order.indexOf('update_topo'));
    const parts = broker.heard
      .filter((one) => one.topic === topic('osd'))
      .map((one) => Object.keys(dataOf(one)));
    expect(parts[0]).toContain('mode_code');
    expect(parts[1]).toContain('job_number');
    expect(parts[0]).not.toContain('job_number');
  });

  it('says nothing under the SN of an aircraft that is off', async () => {
    await broker.until('second osd', (one) => one.topic === topic('osd') && 'drc_state' in dataOf(one));
    expect(broker.heard.filter((one) => one.topic.includes(droneSn))).toEqual([]);
  });

  it('has a clock a little behind and leaves `gateway` out of replies', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    await station.order('debug_mode_open', '');
    const reply = broker.heard.find((one) => one.topic === topic('services_reply'));
    expect(reply?.body).not.toHaveProperty('gateway');
    const osd = broker.heard.find((one) => one.topic === topic('osd'));
    const behind = (osd?.at ?? 0) - Number(osd?.body.timestamp);
    expect(behind).toBeGreaterThan(350);
    expect(behind).toBeLessThan(1000);
  });

  it('repeats an unanswered message under the same ids', async () => {
    station.deaf = true;
    const first = await broker.until(
      'a state',
      (one) => one.topic === topic('state') && 'live_capacity' in dataOf(one),
    );
    const again = await broker.until(
      'the state again',
      (one) => one.body.tid === first.body.tid && one !== first,
    );
    expect(again.body.bid).toBe(first.body.bid);
    expect(again.at - first.at).toBeGreaterThan(1800);
    expect(again.at - first.at).toBeLessThan(2600);
  });

  it('accepts null, text and an empty object as "no arguments"', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    for (const data of [null, '', {}])
      expect((await station.order('flighttask_pause', data)).result).toBe(319_046);
  });
});

describe('a flight', () => {
  it('goes from the order to the last progress and brings its photos', { timeout: 60_000 }, async () => {
    await beginAgain(12);
    const flightId = await launch();
    const final = await broker.until('end', progress('ok'), 50_000);
    expect(final.body).toMatchObject({ bid: flightId, need_reply: 1 });
    expect(dataOf(final)).toMatchObject({
      result: 0,
      output: { progress: { percent: 100 }, ext: { media_count: 3 } },
    });
    await broker.until(
      'third photo',
      (one) => isEvent('file_upload_callback')(one) && files.stored.length === 3,
    );
    const osd = broker.heard.filter((one) => one.topic === topic('osd', droneSn));
    const modes = [...new Set(osd.map((one) => Number(dataOf(one).mode_code)))];
    expect(modes).toEqual(expect.arrayContaining([0, 5]));
    expect(modes.some((mode) => mode === 9 || mode === 10)).toBe(true);
    const farthest = Math.max(...osd.map((one) => Number(dataOf(one).home_distance)));
    expect(farthest).toBeGreaterThan(40);
    expect(farthest).toBeLessThan(95);
    const topo = broker.heard.filter((one) => one.body.method === 'update_topo');
    expect(topo.map((one) => (dataOf(one).sub_devices as unknown[]).length)).toEqual([0, 1, 0]);
    expect(dock.stats()).toMatchObject({ launches: 1, duplicates: 0 });
    const callback = broker.heard.find(isEvent('file_upload_callback'));
    expect(callback?.body.data).toMatchObject({ file: { ext: { flight_id: flightId } } });
    expect(files.stored[0]?.headers).toHaveProperty('x-amz-security-token', 'token');
    expect(files.stored[0]?.path).toContain('/objects/media/org/dock/');
    expect(files.stored[0]?.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('pauses, goes on and comes home when told', { timeout: 60_000 }, async () => {
    await launch();
    await onRoute();
    expect((await station.order('flighttask_pause', null)).result).toBe(0);
    const paused = await broker.until('pause', progress('paused'));
    expect(paused.body.need_reply).toBe(1);
    expect(dataOf(paused)).toMatchObject({ output: { ext: { break_point: { break_reason: 1281 } } } });
    expect((await station.order('flighttask_pause', null)).result).toBe(319_046);
    expect((await station.order('flighttask_recovery', null)).result).toBe(0);
    expect((await station.order('return_home', '')).result).toBe(0);
    expect((await station.order('return_home', '')).result).toBe(0);
    const final = await broker.until('end', progress('failed'), 40_000);
    expect(dataOf(final)).toMatchObject({ result: 322_283, output: { progress: { percent: 95 } } });
    expect((await station.order('flighttask_recovery', null)).result).toBe(319_044);
  });

  it('is reported as over when the dock lost power in the middle of it; its photos still come', async () => {
    await dock.stop();
    const shot = {
      flightId: 'open',
      sequence: 2,
      waypoint: 1,
      suffix: '',
      ...testPlace,
      elevation: 40,
      head: 0,
      gimbalPitch: -90,
      at: 0,
    };
    let note: Remembered = { open: { flightId: 'open', trackId: 'track' }, photos: [{ shot, expected: 2 }] };
    const write = (part: Partial<Remembered>) => {
      note = { ...note, ...part };
    };
    dock = begin(40, { read: () => note, write });
    const final = await broker.until('end', progress('failed'));
    expect(final.body).toMatchObject({ bid: 'open', need_reply: 1 });
    expect(dataOf(final)).toMatchObject({ result: 314_200, output: { ext: { flight_id: 'open' } } });
    const callback = await broker.until('photo', isEvent('file_upload_callback'));
    expect(dataOf(callback)).toMatchObject({
      flight_task: { expected_file_count: 2, uploaded_file_count: 2 },
    });
    await expect.poll(() => note).toEqual({ open: null, photos: [] });
    await launch();
    expect(note.open).not.toBeNull();
  });

  it('runs a repeated order once and counts it', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    const ids = { tid: randomUUID(), bid: randomUUID() };
    station.send('debug_mode_open', null, ids);
    station.send('debug_mode_open', null, ids);
    await broker.until('reply', (one) => one.body.tid === ids.tid);
    await station.order('flighttask_pause', null);
    expect(dock.stats().duplicates).toBe(1);
  });
});

/** The way there lasts but a moment at this pace: nothing on the wire is sure to tell of it. */
const onRoute = async () => {
  await expect.poll(() => dock.state().flight?.stage, { timeout: 30_000, interval: 20 }).toBe('onRoute');
};

describe('what can go wrong', () => {
  it('refuses a flight with the code that was ordered', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    dock.arm({ kind: 'rejectPrepare', code: 325_001 });
    expect((await prepare(randomUUID())).result).toBe(325_001);
    expect((await prepare(randomUUID())).result).toBe(0);
  });

  it('refuses a file whose checksum is wrong, and an order from another time', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    expect((await prepare(randomUUID(), { file: { ...files.file, fingerprint: '0' } })).result).toBe(314_003);
    expect(
      (await prepare(randomUUID(), { file: { url: 'http://127.0.0.1:1/x', fingerprint: '0' } })).result,
    ).toBe(314_013);
    expect((await prepare(randomUUID(), { execute_time: Date.now() - 60_000 })).result).toBe(319_008);
  });

  it('ends on the ground when the cover jams', async () => {
    await beginAgain(10);
    dock.arm({ kind: 'coverFault' });
    await launch();
    const final = await broker.until('end', progress('failed'));
    expect(dataOf(final).result).toBe(514_107);
    const alarm = await broker.until(
      'alarm',
      (one) => isEvent('hms')(one) && JSON.stringify(one.body).includes('0x19110014'),
    );
    expect(alarm.body).not.toHaveProperty('need_reply');
    expect(dock.stats().launches).toBe(0);
  });

  it.each([
    [{ kind: 'lowBattery' } as const, 321_773, 773],
    [{ kind: 'strongWind' } as const, 321_784, 784],
  ])('comes home by itself: %j', { timeout: 60_000 }, async (failure, result, reason) => {
    await launch();
    await onRoute();
    dock.arm(failure);
    const paused = await broker.until('break', progress('paused'));
    expect(dataOf(paused)).toMatchObject({ output: { ext: { break_point: { break_reason: reason } } } });
    expect(dataOf(await broker.until('end', progress('failed'), 40_000)).result).toBe(result);
  });

  it('falls silent when the radio link is lost, then comes home', { timeout: 60_000 }, async () => {
    await beginAgain(12);
    await launch();
    await onRoute();
    const before = Date.now();
    dock.arm({ kind: 'linkLoss', ms: 6000 });
    const gone = await broker.until(
      'aircraft gone',
      (one) =>
        one.at > before &&
        one.body.method === 'update_topo' &&
        (dataOf(one).sub_devices as unknown[]).length === 0,
    );
    expect(
      broker.heard.filter(
        (one) => one.at > before + 100 && one.at < gone.at && one.topic === topic('osd', droneSn),
      ),
    ).toEqual([]);
    const final = await broker.until('end', progress('failed'), 40_000);
    expect(dataOf(final).result).toBe(321_775);
  });

  it('leaves a reply out, sends one twice, or under another tid', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    const replies = (bid: string) =>
      broker.heard.filter((one) => one.topic === topic('services_reply') && one.body.bid === bid);
    const send = (tid: string) => station.send('flighttask_pause', null, { tid, bid: tid });
    dock.arm({ kind: 'dropReply', method: 'flighttask_pause' });
    send('dropped');
    await station.order('flight_areas_update', null);
    dock.arm({ kind: 'duplicateReply' });
    send('doubled');
    await broker.until('second reply', () => replies('doubled').length === 2);
    dock.arm({ kind: 'wrongTid' });
    send('misnamed');
    const wrong = await broker.until('reply', (one) => one.body.bid === 'misnamed');
    expect(wrong.body.tid).not.toBe('misnamed');
    expect(replies('dropped')).toEqual([]);
  });

  it('drops off the network and is back with its topology', async () => {
    await broker.until('osd', (one) => one.topic === topic('osd'));
    const before = Date.now();
    dock.arm({ kind: 'networkLoss', ms: 500 });
    await broker.until('topology again', (one) => one.at > before + 400 && one.body.method === 'update_topo');
    expect(dock.stats().connections).toBe(2);
  });
});
