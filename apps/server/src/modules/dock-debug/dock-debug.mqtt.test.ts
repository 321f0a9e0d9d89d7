import { randomUUID } from 'node:crypto';
import { calls, type CallDeclaration } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('remote debugging of a dock', () => {
  let server: TestServer;
  let oid: string;
  let sn: string;
  let dock: DockClient;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, sn, dock } = await server.addDock());
  });
  afterAll(() => server.close());

  /** Answers come in order: what was sent before is known then. */
  const shows = async (differs: Record<string, unknown>): Promise<void> => {
    await dock.osdParts({ A: differs });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const order = async (call: CallDeclaration, confirmed?: string, fields: object = {}) => {
    const epoch = await server.takeLease(oid);
    const nonce = confirmed === undefined ? {} : { nonce: await server.nonceFor(oid, confirmed) };
    return server.call(call, { oid, key: randomUUID(), epoch, ...nonce, ...fields });
  };
  const outcome = (commandOID: string, state: 'in_progress' | 'succeeded' | 'failed') =>
    createPilot(server).waitCommand(commandOID, state);
  const { debugModeOpen, debugModeClose, coverOpen, coverClose, droneClose, putterOpen, deviceReboot } =
    calls.command;

  it('begins at an idle dock alone, and is over when the dock says so', async () => {
    await shows({ mode_code: 4 });
    expect(await order(debugModeOpen)).toMatchObject({ status: 409, message: 'The airport must be idle' });
    await shows({ mode_code: 0 });
    expect(await order(coverOpen)).toMatchObject({
      status: 409,
      message: 'Please enable remote debugging first',
    });
    expect(dock.services('cover_open')).toEqual([]);
    const opened = await order(debugModeOpen);
    expect(opened).toMatchObject({ status: 200, data: { state: 'accepted' } });
    await shows({ mode_code: 2 });
    await outcome(opened.data.commandOID, 'succeeded');
    expect(await order(debugModeOpen)).toMatchObject({ status: 409, data: { reason: 'debugOn' } });
  });

  it('moves the cover once, and tells success only when the cover is seen open', async () => {
    await shows({ mode_code: 2, cover_state: 0 });
    const moved = await order(coverOpen);
    const [sent, ...again] = dock.services('cover_open');
    expect(again).toEqual([]);
    expect(sent).toMatchObject({ bid: moved.data.commandOID, data: null });
    const progress = { percent: 60, step_key: 'open_cover' };
    const bid = moved.data.commandOID as string;
    await dock.event('cover_open', { result: 0, output: { status: 'in_progress', progress } }, { bid });
    await outcome(bid, 'in_progress');
    await dock.event('cover_open', { result: 0, output: { status: 'ok', progress } }, { bid });
    await shows({ mode_code: 2, cover_state: 2 });
    expect((await server.call(calls.command.get, { oid: bid })).data.state).toBe('in_progress');
    await shows({ mode_code: 2, cover_state: 1 });
    await outcome(bid, 'succeeded');
    // It is open already: nothing is sent.
    await shows({ mode_code: 2, cover_state: 1 });
    expect((await order(coverOpen)).data.state).toBe('succeeded');
    expect(dock.services('cover_open')).toHaveLength(1);
  });

  it('fails when the dock says that it failed, and takes no word meant for another order', async () => {
    await shows({ mode_code: 2, cover_state: 1 });
    expect(await order(coverClose)).toMatchObject({ status: 409, data: { reason: 'confirmationMissing' } });
    const closing = await order(coverClose, 'coverClose');
    const bid = closing.data.commandOID as string;
    const failed = { result: 514108, output: { status: 'failed' } };
    await dock.event('cover_close', failed, { bid: randomUUID() });
    await shows({ mode_code: 2, cover_state: 1 });
    expect((await server.call(calls.command.get, { oid: bid })).data.state).toBe('accepted');
    await dock.event('cover_close', failed, { bid });
    await outcome(bid, 'failed');
  });

  it('closes the cover by force only over a pad that dock and person call empty', async () => {
    const { coverForceClose } = calls.command;
    const force = (fields: object) => order(coverForceClose, 'coverForceClose', fields);
    await shows({ mode_code: 2, cover_state: 3, drone_in_dock: 1 });
    expect(await force({ padEmpty: true })).toMatchObject({ status: 409, data: { reason: 'droneInDock' } });
    await shows({ mode_code: 2, cover_state: 3, drone_in_dock: 0 });
    for (const fields of [{}, { padEmpty: false }, { padEmpty: 'true' }, { padEmpty: 1 }])
      expect((await force(fields)).status).toBe(422);
    expect(await order(coverForceClose, undefined, { padEmpty: true })).toMatchObject({
      data: { reason: 'confirmationMissing' },
    });
    expect(dock.services('cover_force_close')).toEqual([]);
    const closing = await force({ padEmpty: true });
    const bid = closing.data.commandOID as string;
    expect(dock.services('cover_force_close')).toMatchObject([{ bid, data: null }]);
    await shows({ mode_code: 2, cover_state: 0, drone_in_dock: 0 });
    await outcome(bid, 'succeeded');
    await shows({ mode_code: 2, cover_state: 1, drone_in_dock: 1 });
  });

  it('switches an aircraft off that is not heard, and ends when the dock says that it is off', async () => {
    await shows({ mode_code: 2, sub_device: { device_online_status: 1 } });
    expect(await order(droneClose)).toMatchObject({ status: 409, data: { reason: 'confirmationMissing' } });
    const off = await order(droneClose, 'droneClose');
    expect(off.data.state).toBe('accepted');
    expect(dock.services('drone_close')).toHaveLength(1);
    await shows({ mode_code: 2, sub_device: { device_online_status: 0 } });
    await outcome(off.data.commandOID, 'succeeded');
  });

  it('has no rods where the model has none', async () => {
    await shows({ mode_code: 2 });
    expect(await order(putterOpen)).toMatchObject({ status: 409, data: { reason: 'methodMissing' } });
  });

  it('moves nothing while the aircraft is in the air', async () => {
    await dock.topology(true);
    await shows({ mode_code: 2, cover_state: 1 });
    await dock.droneOsd({ mode_code: 5, elevation: 40 });
    await shows({ mode_code: 2, cover_state: 1 });
    for (const call of [debugModeClose, coverOpen])
      expect(await order(call)).toMatchObject({ status: 409, data: { reason: 'aircraftFlies' } });
    expect(await order(coverClose, 'coverClose')).toMatchObject({ data: { reason: 'aircraftFlies' } });
    await dock.droneOsd({ mode_code: 0, elevation: 0 });
  });

  it('restarts the dock after a confirmation, by its own word', async () => {
    await shows({ mode_code: 2, cover_state: 0 });
    const restarted = await order(deviceReboot, 'deviceReboot');
    const bid = restarted.data.commandOID as string;
    await dock.event('device_reboot', { result: 0, output: { status: 'ok' } }, { bid });
    await outcome(bid, 'succeeded');
  });

  /** In remote debugging, at rest and with nothing in the way. */
  const atWork = () =>
    shows({
      mode_code: 2,
      emergency_stop_state: 0,
      drone_in_dock: 1,
      air_conditioner: { air_conditioner_state: 0, switch_time: 0 },
    });
  const { command } = calls;

  it.each([
    ['alarmOpen', 'alarm_state_switch', { action: 1 }, { A: { alarm_state: 1 } }],
    ['alarmClose', 'alarm_state_switch', { action: 0 }, { A: { alarm_state: 0 } }],
    [
      'airConditionerCool',
      'air_conditioner_mode_switch',
      { action: 1 },
      { A: { air_conditioner: { air_conditioner_state: 1, switch_time: 0 } } },
    ],
    [
      'airConditionerStop',
      'air_conditioner_mode_switch',
      { action: 0 },
      { A: { air_conditioner: { air_conditioner_state: 0, switch_time: 0 } } },
    ],
    [
      'batteryMaintenanceOpen',
      'battery_maintenance_switch',
      { action: 1 },
      { B: { drone_battery_maintenance_info: { maintenance_state: 2 } } },
    ],
    ['lteClose', 'sdr_workmode_switch', { link_workmode: 0 }, { C: { wireless_link: { link_workmode: 0 } } }],
  ] as const)(
    '%s is sent once as %s, and done when the dock shows it, not when it answers',
    async (name, method, data, shown) => {
      await dock.osdParts({
        A: {
          mode_code: 2,
          alarm_state: name === 'alarmClose' ? 1 : 0,
          air_conditioner: { air_conditioner_state: name === 'airConditionerStop' ? 1 : 0, switch_time: 0 },
        },
        B: { drone_battery_maintenance_info: { maintenance_state: 0 } },
        C: { wireless_link: { link_workmode: 1, dongle_number: 1 } },
      });
      await dock.request('config', { config_type: 'json', config_scope: 'product' });
      const before = dock.services(method).length;
      const given = await order(command[name]);
      expect(given).toMatchObject({ status: 200, data: { state: 'accepted' } });
      const bid = given.data.commandOID as string;
      expect(dock.services(method).slice(before)).toMatchObject([{ bid, data }]);
      const state = (await server.call(command.get, { oid: bid })).data.state;
      expect(state).toBe('accepted');
      await dock.osdParts({ ...shown, A: { mode_code: 2, ...('A' in shown ? shown.A : {}) } });
      await outcome(bid, 'succeeded');
    },
  );

  it('holds the air conditioner back while the dock counts down, in the words of the page', async () => {
    await shows({ mode_code: 2, air_conditioner: { air_conditioner_state: 7, switch_time: 40 } });
    const before = dock.services('air_conditioner_mode_switch').length;
    expect(await order(command.airConditionerHeat)).toMatchObject({
      status: 409,
      message: 'Air-conditioner wait time remaining',
    });
    expect(dock.services('air_conditioner_mode_switch')).toHaveLength(before);
  });

  it('moves nothing at a pressed emergency stop, and one thing at a time', async () => {
    await shows({ mode_code: 2, emergency_stop_state: 1, cover_state: 0 });
    expect(await order(coverOpen)).toMatchObject({ data: { reason: 'emergencyStopPressed' } });
    await atWork();
    const formats = await order(command.deviceFormat, 'deviceFormat', { serial: sn });
    const bid = formats.data.commandOID as string;
    await dock.event(
      'device_format',
      { result: 0, output: { status: 'in_progress', progress: { percent: 10 } } },
      { bid },
    );
    await outcome(bid, 'in_progress');
    expect(await order(coverOpen)).toMatchObject({ data: { reason: 'toolBusy' } });
    // Only the progress that the dock reports shows its end: its state stays the same.
    await dock.event(
      'device_format',
      { result: 0, output: { status: 'ok', progress: { percent: 100 } } },
      { bid },
    );
    await outcome(bid, 'succeeded');
  });

  it('erases nothing without a confirmation, nor under another serial number', async () => {
    await atWork();
    const before = dock.services('device_format').length;
    const own = { serial: sn };
    expect(await order(command.deviceFormat, undefined, own)).toMatchObject({
      data: { reason: 'confirmationMissing' },
    });
    for (const serial of ['OTHER', sn.toLowerCase()])
      expect(await order(command.deviceFormat, 'deviceFormat', { serial })).toMatchObject({
        status: 409,
        data: { reason: 'serialDiffers' },
      });
    for (const serial of ['', null, undefined, 7, 'x'.repeat(65)])
      expect((await order(command.deviceFormat, 'deviceFormat', { serial })).status).toBe(422);
    expect(dock.services('device_format')).toHaveLength(before);
  });

  it('knows the cards that were reported, and no others', async () => {
    await atWork();
    const card = { device: 'dock', imei: '490154203237518' };
    const infos = (more: object) =>
      dock.state({ dongle_infos: [{ imei: card.imei, dongle_type: 10, ...more }] });
    expect(await order(command.esimActivate, 'esimActivate', card)).toMatchObject({
      data: { reason: 'cardUnknown' },
    });
    await infos({ esim_activate_state: 1, sim_slot: 1 });
    await atWork();
    for (const [call, method, fields] of [
      [command.simSlotSwitch, 'simSlotSwitch', { ...card, slot: 'esim' }],
      [command.esimOperatorSwitch, 'esimOperatorSwitch', { ...card, operator: 2 }],
    ] as const)
      expect(await order(call, method, fields)).toMatchObject({
        status: 409,
        data: { reason: 'esimNotActivated' },
      });
    expect(dock.services('sim_slot_switch')).toEqual([]);
    expect(dock.services('esim_operator_switch')).toEqual([]);
    const given = await order(command.esimActivate, 'esimActivate', card);
    expect(dock.services('esim_activate')).toMatchObject([
      { data: { imei: card.imei, device_type: 'dock' } },
    ]);
    await infos({ esim_activate_state: 2, sim_slot: 1 });
    await outcome(given.data.commandOID as string, 'succeeded');
    const slotted = await order(command.simSlotSwitch, 'simSlotSwitch', { ...card, slot: 'esim' });
    await infos({ esim_activate_state: 2, sim_slot: 2 });
    await outcome(slotted.data.commandOID as string, 'succeeded');
    for (const fields of [
      { ...card, operator: 0 },
      { ...card, operator: 4 },
      { ...card, operator: '1' },
    ])
      expect((await order(command.esimOperatorSwitch, 'esimOperatorSwitch', fields)).status).toBe(422);
  });

  it('is calibrated from afar in its third generation alone', async () => {
    await atWork();
    const place = { lng: 113.95, lat: 22.54, height: 20 };
    expect(await order(command.rtkCalibration, 'rtkCalibration', place)).toMatchObject({
      data: { reason: 'methodMissing' },
    });
  });

  it('calibrates by coordinates near to where the dock is, and fails by the result of the device', async () => {
    ({ oid, sn, dock } = await server.addDock('3-3-0'));
    const place = { lng: 113.95, lat: 22.54, height: 20 };
    await shows({ mode_code: 2, longitude: place.lng, latitude: place.lat });
    const far = await order(command.rtkCalibration, 'rtkCalibration', { ...place, lat: 22.55 });
    expect(far).toMatchObject({ status: 409, data: { reason: 'placeFar' } });
    expect(far.message).toContain('500');
    expect(dock.services('rtk_calibration')).toEqual([]);
    const given = await order(command.rtkCalibration, 'rtkCalibration', place);
    const bid = given.data.commandOID as string;
    expect(dock.services('rtk_calibration')).toMatchObject([
      { data: { devices: [{ sn, type: 1, module: '3', data: { height: 20 } }] } },
    ]);
    const ext = { devices: [{ sn, module: '3', result: 341_002, status: 'failed' }] };
    await dock.event('rtk_calibration', { result: 0, output: { status: 'ok', ext } }, { bid });
    await outcome(bid, 'failed');
  });
});
