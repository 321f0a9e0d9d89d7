import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataOf, droneSn, isEvent, progress, topic, setUpDock } from '../../testing/dock-fixture.ts';

const fixture = setUpDock();

describe('what can go wrong', () => {
  it('refuses a flight with the code that was ordered', async () => {
    await fixture.shown();
    fixture.dock.arm({ kind: 'rejectPrepare', code: 325_001 });
    expect((await fixture.prepare(randomUUID())).result).toBe(325_001);
    expect((await fixture.prepare(randomUUID())).result).toBe(0);
  });

  it('refuses a file whose checksum is wrong, and an order from another time', async () => {
    await fixture.shown();
    expect(
      (await fixture.prepare(randomUUID(), { file: { ...fixture.files.file, fingerprint: '0' } })).result,
    ).toBe(314_003);
    expect(
      (await fixture.prepare(randomUUID(), { file: { url: 'http://127.0.0.1:1/x', fingerprint: '0' } }))
        .result,
    ).toBe(314_013);
    expect((await fixture.prepare(randomUUID(), { execute_time: Date.now() - 60_000 })).result).toBe(319_008);
  });

  it('raises and clears an alarm that is ordered', async () => {
    await fixture.shown();
    const code = '0x19110401';
    const lists = (one: Parameters<ReturnType<typeof isEvent>>[0]): boolean =>
      isEvent('hms')(one) && JSON.stringify(one.body).includes(code);
    fixture.dock.arm({ kind: 'alarm', code, level: 1, module: 2, sensorIndex: 3 });
    const raised = await fixture.broker.until('alarm', lists);
    expect(dataOf(raised)).toMatchObject({
      list: [
        expect.objectContaining({ code, level: 1, module: 2, args: { component_index: 0, sensor_index: 3 } }),
      ],
    });
    fixture.dock.arm({ kind: 'alarm', code, on: false });
    let seen = false;
    const cleared = await fixture.broker.until('cleared', (one) => {
      seen ||= lists(one);
      return seen && isEvent('hms')(one) && !lists(one);
    });
    expect(dataOf(cleared)).toMatchObject({ list: expect.any(Array) });
  });

  it('stops before an obstacle, and its return is interrupted and taken over from outside', async () => {
    await fixture.launch();
    await fixture.onRoute();
    fixture.dock.arm({ kind: 'obstacle' });
    const met = await fixture.broker.until('obstacle', isEvent('obstacle_avoidance_notify'));
    expect(dataOf(met)).toMatchObject({ obstacles: [{ type: 2 }], is_final_report: true });
    expect(JSON.stringify((await fixture.broker.until('pause', progress('paused'))).body)).toContain('517');
    expect((await fixture.station.order('return_home', null)).result).toBe(0);
    fixture.dock.arm({ kind: 'returnInterrupted' });
    const broken = await fixture.broker.until('interrupted', isEvent('device_exit_homing_notify'));
    expect(dataOf(broken)).toEqual({ sn: droneSn, action: 1, reason: 5 });
    fixture.dock.arm({ kind: 'takenOver', ms: 10 });
    expect(dataOf(await fixture.broker.until('taken', isEvent('joystick_invalid_notify')))).toEqual({
      reason: 4,
    });
    const source = (one: Parameters<typeof dataOf>[0]) =>
      one.topic === topic('state', droneSn) && 'control_source' in dataOf(one);
    await fixture.broker.until('back', (one) => source(one) && dataOf(one)['control_source'] === 'B');
  });

  it('ends on the ground when the cover jams', async () => {
    await fixture.again(10);
    fixture.dock.arm({ kind: 'coverFault' });
    await fixture.launch();
    const final = await fixture.broker.until('end', progress('failed'));
    expect(dataOf(final).result).toBe(514_107);
    const alarm = await fixture.broker.until(
      'alarm',
      (one) => isEvent('hms')(one) && JSON.stringify(one.body).includes('0x19110014'),
    );
    expect(alarm.body).not.toHaveProperty('need_reply');
    expect(fixture.dock.stats().launches).toBe(0);
  });

  it.each([
    [{ kind: 'lowBattery' } as const, 321_773, 773],
    [{ kind: 'strongWind' } as const, 321_784, 784],
  ])('comes home by itself: %j', async (failure, result, reason) => {
    await fixture.launch();
    await fixture.onRoute();
    fixture.dock.arm(failure);
    const paused = await fixture.broker.until('break', progress('paused'));
    expect(dataOf(paused)).toMatchObject({ output: { ext: { break_point: { break_reason: reason } } } });
    expect(dataOf(await fixture.broker.until('end', progress('failed'), 40_000)).result).toBe(result);
  });

  it('falls silent when the radio link is lost, then comes home', async () => {
    await fixture.again(12);
    await fixture.launch();
    await fixture.onRoute();
    const before = Date.now();
    fixture.dock.arm({ kind: 'linkLoss', ms: 6000 });
    const gone = await fixture.broker.until(
      'aircraft gone',
      (one) =>
        one.at > before &&
        one.body.method === 'update_topo' &&
        (dataOf(one).sub_devices as unknown[]).length === 0,
    );
    expect(
      fixture.broker.heard.filter(
        (one) => one.at > before + 100 && one.at < gone.at && one.topic === topic('osd', droneSn),
      ),
    ).toEqual([]);
    const final = await fixture.broker.until('end', progress('failed'), 40_000);
    expect(dataOf(final).result).toBe(321_775);
  });

  it('leaves a reply out, sends one twice, or under another tid', async () => {
    await fixture.shown();
    const replies = (bid: string) =>
      fixture.broker.heard.filter((one) => one.topic === topic('services_reply') && one.body.bid === bid);
    const send = (tid: string) => fixture.station.send('flighttask_pause', null, { tid, bid: tid });
    fixture.dock.arm({ kind: 'dropReply', method: 'flighttask_pause' });
    send('dropped');
    await fixture.station.order('flight_areas_update', null);
    fixture.dock.arm({ kind: 'duplicateReply' });
    send('doubled');
    await fixture.broker.until('second reply', () => replies('doubled').length === 2);
    fixture.dock.arm({ kind: 'wrongTid' });
    send('misnamed');
    const wrong = await fixture.broker.until('reply', (one) => one.body.bid === 'misnamed');
    expect(wrong.body.tid).not.toBe('misnamed');
    expect(replies('dropped')).toEqual([]);
  });

  it('drops off the network and is back with its topology', async () => {
    await fixture.shown();
    const before = Date.now();
    fixture.dock.arm({ kind: 'networkLoss', ms: 500 });
    await fixture.broker.until(
      'topology again',
      (one) => one.at > before + 400 && one.body.method === 'update_topo',
    );
    expect(fixture.dock.stats().connections).toBe(2);
  });
});
