import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataOf, droneSn, isEvent, setUpDock, sn, topic } from '../../testing/dock-fixture.ts';

const fixture = setUpDock();

/** Until the dock reports this of itself, from now on. */
const reports = (key: string, expected: unknown, kind = 'osd', of = sn) => {
  const since = Date.now();
  return fixture.broker.until(
    `${key} ${JSON.stringify(expected)}`,
    (one) =>
      one.at >= since &&
      one.topic === topic(kind, of) &&
      key in dataOf(one) &&
      // What is expected is part of what is reported.
      (expect as unknown as { objectContaining(part: unknown): { asymmetricMatch(v: unknown): boolean } })
        .objectContaining({ [key]: expected })
        .asymmetricMatch(dataOf(one)),
  );
};
const part = (fields: object): unknown => expect.objectContaining(fields);
const order = async (method: string, data: unknown = null): Promise<number> =>
  (await fixture.station.order(method, data)).result;
const debugging = async (): Promise<void> => {
  await fixture.shown();
  expect(await order('debug_mode_open')).toBe(0);
};
/** Gives a job; resolves with the last word of the dock on it. */
const job = async (method: string, data: unknown = null) => {
  const bid = randomUUID();
  fixture.station.send(method, data, { tid: bid, bid });
  const last = await fixture.broker.until(
    `end of ${method}`,
    (one) =>
      isEvent(method)(one) &&
      one.body.bid === bid &&
      (dataOf(one) as { output: { status: string } }).output.status !== 'in_progress',
  );
  return dataOf(last);
};
const dockCard = { imei: '490154203237518', device_type: 'dock' };

describe('remote debugging of a dock', () => {
  it('is begun first, and ends', async () => {
    await fixture.shown();
    for (const method of ['alarm_state_switch', 'device_format', 'rtk_calibration', 'sim_slot_switch'])
      expect(await order(method, { action: 1 })).toBe(514_153);
  });

  it('shows alarm, link and maintenance as they are now, and takes no other figure', async () => {
    await debugging();
    expect(await order('alarm_state_switch', { action: 1 })).toBe(0);
    await reports('alarm_state', 1);
    expect(await order('sdr_workmode_switch', { link_workmode: 0 })).toBe(0);
    await reports('wireless_link', part({ link_workmode: 0, '4g_link_state': 0 }));
    expect(await order('battery_maintenance_switch', { action: 1 })).toBe(0);
    await reports(
      'drone_battery_maintenance_info',
      part({ maintenance_state: 2, maintenance_time_left: 20 }),
    );
    for (const data of [null, {}, { action: 2 }, { action: '1' }])
      expect(await order('alarm_state_switch', data)).toBe(514_171);
    expect(await order('debug_mode_close')).toBe(0);
    // A battery under maintenance does not fly.
    expect((await fixture.prepare(randomUUID())).result).toBe(514_138);
  });

  it('prepares and ends the modes of its air conditioner, and waits between orders', async () => {
    await fixture.again(20);
    await debugging();
    expect(await order('air_conditioner_mode_switch', { action: 3 })).toBe(0);
    await reports('air_conditioner', part({ air_conditioner_state: 9 }));
    expect(await order('air_conditioner_mode_switch', { action: 1 })).toBe(514_181);
    await reports('air_conditioner', part({ air_conditioner_state: 3 }));
    await reports('air_conditioner', { air_conditioner_state: 3, switch_time: 0 });
    expect(await order('air_conditioner_mode_switch', { action: 0 })).toBe(0);
    await reports('air_conditioner', part({ air_conditioner_state: 0 }));
    expect(await order('air_conditioner_mode_switch', { action: 4 })).toBe(514_171);
  });

  it('activates an eSIM, uses it and changes its operator; what is not there it refuses', async () => {
    await debugging();
    expect(await order('sim_slot_switch', { ...dockCard, sim_slot: 2 })).toBe(326_010);
    expect(await order('esim_activate', { ...dockCard, imei: '1' })).toBe(326_002);
    expect(await order('esim_operator_switch', { ...dockCard, esim_operator: 2 })).toBe(326_010);
    const known = reports('dongle_infos', [part({ esim_activate_state: 2 })], 'state');
    expect(await job('esim_activate', dockCard)).toMatchObject({ result: 0, output: { status: 'ok' } });
    await known;
    const used = reports('dongle_infos', [part({ sim_slot: 2 })], 'state');
    expect(await order('sim_slot_switch', { ...dockCard, sim_slot: 2 })).toBe(0);
    await used;
    await job('esim_operator_switch', { ...dockCard, esim_operator: 3 });
    expect(await order('esim_operator_switch', { ...dockCard, esim_operator: 4 })).toBe(326_010);
  });

  it('without a module for mobile data has none to use, and speaks to its aircraft by radio alone', async () => {
    await fixture.again(40, undefined, { lacks: ['module'] });
    const bare = reports('wireless_link', part({ dongle_number: 0, link_workmode: 0 }));
    await debugging();
    await bare;
    expect(await order('sdr_workmode_switch', { link_workmode: 1 })).toBe(326_002);
    expect(await order('sdr_workmode_switch', { link_workmode: 0 })).toBe(0);
  });

  it('erases its storage at the end of the work, and that of an aircraft only while it is on', async () => {
    await debugging();
    expect(await order('drone_format')).toBe(514_120);
    expect(await job('device_format')).toMatchObject({
      result: 0,
      output: { status: 'ok', progress: { percent: 100 } },
    });
    await reports('storage', part({ used: 0 }));
    await job('drone_open');
    await reports('sub_device', part({ device_online_status: 1 }));
    await job('drone_format');
    await reports('storage', part({ used: 0 }), 'osd', droneSn);
  });

  it('takes the coordinates that were measured', async () => {
    await debugging();
    const data = { longitude: 113.9501, latitude: 22.5402, height: 21 };
    const devices = [{ sn, type: 1, module: '3', data }];
    expect(await order('rtk_calibration', { devices: [] })).toBe(514_171);
    expect(await job('rtk_calibration', { devices })).toMatchObject({
      output: { status: 'ok', ext: { devices: [{ sn, module: '3', result: 0 }] } },
    });
    await reports('longitude', 113.9501);
  });

  it('answers and reports the end of its work before it restarts', async () => {
    await debugging();
    expect(await job('device_reboot')).toMatchObject({ result: 0, output: { status: 'ok' } });
    await expect.poll(() => fixture.dock.state().connected, { interval: 5 }).toBe(false);
    await expect.poll(() => fixture.dock.state().connected, { timeout: 20_000 }).toBe(true);
  });

  it('breaks as ordered: nothing has changed then', async () => {
    await debugging();
    fixture.dock.arm({ kind: 'debugFault', method: 'cover_open' });
    expect(await job('cover_open')).toMatchObject({ result: 514_107, output: { status: 'failed' } });
    expect(fixture.dock.state().coverState).toBe(0);
    fixture.dock.arm({ kind: 'debugFault', method: 'alarm_state_switch', code: 314_000 });
    expect(await order('alarm_state_switch', { action: 1 })).toBe(314_000);
    fixture.dock.arm({ kind: 'emergencyStop', pressed: true });
    expect(await order('cover_open')).toBe(514_121);
    // Its end does not look at the stop.
    expect((await job('charge_close')).result).toBe(0);
  });
});
