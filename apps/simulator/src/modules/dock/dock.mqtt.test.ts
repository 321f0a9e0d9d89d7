import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataOf, droneSn, isEvent, progress, topic, setUpDock } from '../../testing/dock-fixture.ts';
import { testPlace } from '../../testing/files.ts';
import type { Remembered } from './index.ts';

const fixture = setUpDock();

describe('a dock on the wire', () => {
  it('introduces itself, then shows up, then tells its osd in three parts', async () => {
    await fixture.broker.until(
      'part C',
      (one) => one.topic === topic('osd') && 'flighttask_step_code' in dataOf(one),
    );
    await fixture.broker.until('question about media', (one) => one.body.method === 'storage_config_get');
    const order = fixture.broker.heard.map((one) => one.body.method ?? one.topic.split('/').at(-1));
    expect(order.slice(0, 3)).toEqual(['config', 'airport_bind_status', 'update_topo']);
    expect(order.indexOf('osd')).toBeGreaterThan(order.indexOf('update_topo'));
    const parts = fixture.broker.heard
      .filter((one) => one.topic === topic('osd'))
      .map((one) => Object.keys(dataOf(one)));
    expect(parts[0]).toContain('mode_code');
    expect(parts[1]).toContain('job_number');
    expect(parts[0]).not.toContain('job_number');
  });

  it.each([
    ['3.1', 1],
    ['5', 1],
    ['5', 0],
  ] as const)('speaks MQTT %s and hears at QoS %i', async (mqtt, hears) => {
    await fixture.again(40, undefined, { mqtt, hears });
    await fixture.shown();
    expect((await fixture.station.order('debug_mode_open', '')).result).toBe(0);
  });

  it('names another battery and gimbal, and a release that is behind, once a person has changed them', async () => {
    await fixture.shown();
    expect(fixture.dock.refit({ batteries: ['ONE', 'TOO', 'MANY'] })).toBe(false);
    expect(
      fixture.dock.refit({ batteries: ['SWAPPED1'], cycles: 12, gimbal: 'OTHERLENS', behind: true }),
    ).toBe(true);
    const ofDrone = (kind: string, key: string) =>
      fixture.broker.until(
        key,
        (one) => one.topic === `thing/product/${droneSn}/${kind}` && key in dataOf(one),
      );
    expect(dataOf(await ofDrone('osd', 'battery'))).toMatchObject({
      battery: { batteries: [{ index: 0, sn: 'SWAPPED1', loop_times: 12 }] },
    });
    expect(dataOf(await ofDrone('state', 'payloads'))).toMatchObject({ payloads: [{ sn: 'OTHERLENS' }] });
    expect(dataOf(await ofDrone('state', 'compatible_status'))).toMatchObject({ compatible_status: 1 });
    // Whoever changed it sees that it is on now: nothing is changed on it meanwhile.
    expect(fixture.dock.refit({ gimbal: 'THIRD' })).toBe(false);
  });

  it('says nothing under the SN of an aircraft that is off', async () => {
    await fixture.broker.until(
      'second osd',
      (one) => one.topic === topic('osd') && 'drc_state' in dataOf(one),
    );
    expect(fixture.broker.heard.filter((one) => one.topic.includes(droneSn))).toEqual([]);
  });

  it('has a clock a little behind and leaves `gateway` out of replies', async () => {
    await fixture.shown();
    await fixture.station.order('debug_mode_open', '');
    const reply = fixture.broker.heard.find((one) => one.topic === topic('services_reply'));
    expect(reply?.body).not.toHaveProperty('gateway');
    const osd = fixture.broker.heard.find((one) => one.topic === topic('osd'));
    const behind = (osd?.at ?? 0) - Number(osd?.body.timestamp);
    expect(behind).toBeGreaterThan(350);
    expect(behind).toBeLessThan(5_000);
  });

  it('repeats an unanswered message under the same ids', async () => {
    fixture.station.deaf = true;
    const first = await fixture.broker.until(
      'a state',
      (one) => one.topic === topic('state') && 'live_capacity' in dataOf(one),
    );
    const again = await fixture.broker.until(
      'the state again',
      (one) => one.body.tid === first.body.tid && one !== first,
    );
    expect(again.body.bid).toBe(first.body.bid);
    expect(again.at - first.at).toBeGreaterThan(1800);
    expect(again.at - first.at).toBeLessThan(6_000);
  });

  it('without cameras of its own has nothing to watch while its aircraft is off', async () => {
    await fixture.again(40, undefined, { lacks: ['cameras'] });
    const shown = await fixture.broker.until(
      'what can be watched',
      (one) => one.topic === topic('state') && 'live_capacity' in dataOf(one),
    );
    expect(dataOf(shown)['live_capacity']).toEqual({
      available_video_number: 0,
      coexist_video_number_max: 0,
      device_list: [],
    });
  });

  it('accepts null, text and an empty object as "no arguments"', async () => {
    await fixture.shown();
    for (const data of [null, '', {}])
      expect((await fixture.station.order('flighttask_pause', data)).result).toBe(319_046);
  });
});

describe('a flight', () => {
  it('goes from the order to the last progress and brings its photos', async () => {
    await fixture.again(12);
    const flightId = await fixture.launch();
    const final = await fixture.broker.until('end', progress('ok'), 50_000);
    expect(final.body).toMatchObject({ bid: flightId, need_reply: 1 });
    expect(dataOf(final)).toMatchObject({
      result: 0,
      output: { progress: { percent: 100 }, ext: { media_count: 3 } },
    });
    await fixture.broker.until(
      'third photo',
      (one) => isEvent('file_upload_callback')(one) && fixture.files.stored.length === 3,
    );
    const osd = fixture.broker.heard.filter((one) => one.topic === topic('osd', droneSn));
    const modes = [...new Set(osd.map((one) => Number(dataOf(one).mode_code)))];
    expect(modes).toEqual(expect.arrayContaining([0, 5]));
    expect(modes.some((mode) => mode === 9 || mode === 10)).toBe(true);
    const farthest = Math.max(...osd.map((one) => Number(dataOf(one).home_distance)));
    expect(farthest).toBeGreaterThan(40);
    expect(farthest).toBeLessThan(95);
    const topo = fixture.broker.heard.filter((one) => one.body.method === 'update_topo');
    expect(topo.map((one) => (dataOf(one).sub_devices as unknown[]).length)).toEqual([0, 1, 0]);
    expect(fixture.dock.stats()).toMatchObject({ launches: 1, duplicates: 0 });
    const callback = fixture.broker.heard.find(isEvent('file_upload_callback'));
    expect(callback?.body.data).toMatchObject({ file: { ext: { flight_id: flightId } } });
    expect(fixture.files.stored[0]?.headers).toHaveProperty('x-amz-security-token', 'token');
    expect(fixture.files.stored[0]?.path).toContain('/objects/media/org/dock/');
    expect(fixture.files.stored[0]?.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('lets its aircraft say that it stands before it is switched off, however fast time passes', async () => {
    await fixture.again(200);
    await fixture.launch();
    const final = await fixture.broker.until('end', progress('ok'), 50_000);
    const { heard } = fixture.broker;
    const topologies = () => heard.filter((one) => one.body.method === 'update_topo').length;
    // Without the aircraft, with it, and without it again.
    await expect.poll(topologies).toBe(3);
    const after = heard.slice(heard.indexOf(final)).filter((one) => one.topic === topic('osd', droneSn));
    expect(after.map((one) => dataOf(one).mode_code)).toContain(0);
  });

  it('pauses, goes on and comes home when told', async () => {
    await fixture.launch();
    await fixture.onRoute();
    expect((await fixture.station.order('flighttask_pause', null)).result).toBe(0);
    const paused = await fixture.broker.until('pause', progress('paused'));
    expect(paused.body.need_reply).toBe(1);
    expect(dataOf(paused)).toMatchObject({ output: { ext: { break_point: { break_reason: 1281 } } } });
    expect((await fixture.station.order('flighttask_pause', null)).result).toBe(319_046);
    expect((await fixture.station.order('flighttask_recovery', null)).result).toBe(0);
    expect((await fixture.station.order('return_home', '')).result).toBe(0);
    expect((await fixture.station.order('return_home', '')).result).toBe(0);
    const final = await fixture.broker.until('end', progress('failed'), 40_000);
    expect(dataOf(final)).toMatchObject({ result: 322_283, output: { progress: { percent: 95 } } });
    expect((await fixture.station.order('flighttask_recovery', null)).result).toBe(319_044);
  });

  it('goes to points from its pause, stops, and says how each way ended', async () => {
    const going = (id: string, height: number, far = 0.003) => ({
      fly_to_id: id,
      max_speed: 15,
      points: [
        { latitude: testPlace.lat + far, longitude: testPlace.lng, height: testPlace.height + height },
      ],
    });
    const said = (id: string, status: string) =>
      fixture.broker.until(
        `${id} ${status}`,
        (one) =>
          isEvent('fly_to_point_progress')(one) &&
          dataOf(one).fly_to_id === id &&
          dataOf(one).status === status,
        40_000,
      );
    await fixture.again(12);
    const { station } = fixture;
    await fixture.shown();
    expect((await station.order('fly_to_point', going('early', 60))).result).toBe(316_024);
    await fixture.launch();
    await fixture.onRoute();
    expect((await station.order('fly_to_point', going('busy', 60))).result).toBe(319_022);
    await station.order('flighttask_pause', null);
    expect((await station.order('fly_to_point', null)).result).toBe(514_171);
    expect((await station.order('fly_to_point', going('high', 9_000))).result).toBe(336_516);
    expect((await station.order('fly_to_point_stop', null)).result).toBe(319_023);
    expect((await station.order('fly_to_point', going('one', 60))).result).toBe(0);
    const under = await said('one', 'wayline_progress');
    expect(Number(dataOf(under).remaining_distance)).toBeGreaterThan(0);
    expect((await station.order('fly_to_point_update', going('', 70, 0.0035))).result).toBe(0);
    const there = await said('one', 'wayline_ok');
    expect(there.body.need_reply).toBe(1);
    expect(dataOf(there)).toMatchObject({ result: 0, remaining_distance: 0 });
    expect((await station.order('fly_to_point', going('two', 70, 0.008))).result).toBe(0);
    expect((await station.order('fly_to_point_stop', null)).result).toBe(0);
    expect(dataOf(await said('two', 'wayline_cancel'))).toMatchObject({ result: 338_050 });
  });

  it('takes off to a point, is sent on in flight, hovers, and comes home when told', async () => {
    const order = (flight_id: string, differs: object = {}) => ({
      flight_id,
      target_latitude: testPlace.lat + 0.002,
      target_longitude: testPlace.lng,
      target_height: testPlace.height + 50,
      security_takeoff_height: 40,
      commander_flight_height: 40,
      commander_flight_mode: 1,
      commander_mode_lost_action: 1,
      rc_lost_action: 2,
      rth_altitude: 60,
      rth_mode: 1,
      max_speed: 15,
      ...differs,
    });
    const said = (status: string) =>
      fixture.broker.until(
        status,
        (one) => isEvent('takeoff_to_point_progress')(one) && dataOf(one).status === status,
        40_000,
      );
    await fixture.again(12);
    const { station } = fixture;
    await fixture.shown();
    for (const lacks of [{ commander_flight_height: undefined }, { rth_mode: 0 }, { target_height: 1_501 }])
      expect((await station.order('takeoff_to_point', order('bad', lacks))).result).toBe(514_171);
    expect((await station.order('takeoff_to_point', order('high', { target_height: 1_400 }))).result).toBe(
      336_516,
    );
    expect((await station.order('takeoff_to_point', order('hand'))).result).toBe(0);
    expect((await station.order('takeoff_to_point', order('second'))).result).toBe(319_016);
    expect(dataOf(await said('task_ready'))).toMatchObject({ flight_id: 'hand', result: 0 });
    const under = await said('wayline_progress');
    expect(Number(dataOf(under).remaining_distance)).toBeGreaterThan(0);
    await fixture.broker.until(
      'live flight',
      (one) => one.topic === topic('osd', droneSn) && dataOf(one).mode_code === 17,
      40_000,
    );
    const on = {
      max_speed: 15,
      points: [{ latitude: testPlace.lat + 0.003, longitude: testPlace.lng, height: testPlace.height + 50 }],
    };
    expect((await station.order('fly_to_point_update', on)).result).toBe(0);
    expect(dataOf(await said('wayline_ok'))).toMatchObject({ flight_id: 'hand', remaining_distance: 0 });
    expect((await station.order('return_home', '')).result).toBe(0);
    const end = await said('task_finish');
    expect(end.body).toMatchObject({ need_reply: 1 });
    expect(dataOf(end)).toMatchObject({ flight_id: 'hand', result: 0 });
    expect(fixture.broker.heard.some(isEvent('flighttask_progress'))).toBe(false);
    expect(fixture.dock.stats()).toMatchObject({ launches: 1, duplicates: 0 });
  });

  it('is reported as over when the dock lost power in the middle of it; its photos still come', async () => {
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
    await fixture.again(40, { read: () => note, write });
    const final = await fixture.broker.until('end', progress('failed'));
    expect(final.body).toMatchObject({ bid: 'open', need_reply: 1 });
    expect(dataOf(final)).toMatchObject({ result: 314_200, output: { ext: { flight_id: 'open' } } });
    const callback = await fixture.broker.until('photo', isEvent('file_upload_callback'));
    expect(dataOf(callback)).toMatchObject({
      flight_task: { expected_file_count: 2, uploaded_file_count: 2 },
    });
    await expect.poll(() => note).toEqual({ open: null, photos: [] });
    await fixture.launch();
    expect(note.open).not.toBeNull();
  });

  it('runs a repeated order once and counts it', async () => {
    await fixture.shown();
    const ids = { tid: randomUUID(), bid: randomUUID() };
    fixture.station.send('debug_mode_open', null, ids);
    fixture.station.send('debug_mode_open', null, ids);
    await fixture.broker.until('reply', (one) => one.body.tid === ids.tid);
    await fixture.station.order('flighttask_pause', null);
    expect(fixture.dock.stats().duplicates).toBe(1);
  });
});

describe('a conditional task', () => {
  const conditional = (part: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
    task_type: 2,
    execute_time: undefined,
    ready_conditions: {
      battery_capacity: 20,
      begin_time: Date.now() - 1_000,
      end_time: Date.now() + 60_000,
      ...part,
    },
    ...more,
  });
  const execute = (flightId: string) => fixture.station.order('flighttask_execute', { flight_id: flightId });

  it('is reported ready once, and then flies when it is told to', async () => {
    await fixture.shown();
    const flightId = randomUUID();
    expect((await fixture.prepare(flightId, conditional())).result).toBe(0);
    const ready = await fixture.broker.until('ready', isEvent('flighttask_ready'));
    expect(dataOf(ready)).toEqual({ flight_ids: [flightId] });
    expect(ready.body.need_reply).toBe(1);
    expect((await execute(flightId)).result).toBe(0);
    await fixture.broker.until('under way', progress('in_progress'));
    expect(fixture.broker.heard.filter(isEvent('flighttask_ready'))).toHaveLength(1);
  });

  it.each([
    ['before its window', { begin_time: Date.now() + 3_600_000, end_time: Date.now() + 7_200_000 }, 319_008],
    ['at a charge that is not above what is asked', { battery_capacity: 100 }, 319_026],
  ])('is not started %s', async (_when, part, code) => {
    await fixture.shown();
    const flightId = randomUUID();
    expect((await fixture.prepare(flightId, conditional(part))).result).toBe(0);
    expect((await execute(flightId)).result).toBe(code);
    expect(fixture.broker.heard.filter(isEvent('flighttask_ready'))).toEqual([]);
  });

  it('is not started where the storage is full', async () => {
    await fixture.shown();
    const flightId = randomUUID();
    fixture.dock.arm({ kind: 'storageFull' });
    const full = conditional({}, { executable_conditions: { storage_capacity: 100 } });
    expect((await fixture.prepare(flightId, full)).result).toBe(0);
    expect((await execute(flightId)).result).toBe(319_027);
  });

  it('that says nothing of its condition is malformed', async () => {
    await fixture.shown();
    expect((await fixture.prepare(randomUUID(), { task_type: 2 })).result).toBe(514_171);
  });
});
