import { debugMethods, type DebugMethod } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { debugProgress, debugService } from './debug.ts';
import { emptySnapshot, mergeProperties } from './snapshot.ts';
import { toToolState } from './tool-state.ts';

const card = { device: 'dock', imei: '490154203237518' };
const place = { lng: 113.95, lat: 22.54, height: 21.5 };
const onWire = { imei: '490154203237518', device_type: 'dock' };

/** Method and data of every order, as the documents write them. */
const shapes: Readonly<Record<DebugMethod, readonly [method: string, data: unknown, given?: object]>> = {
  debugModeOpen: ['debug_mode_open', null],
  debugModeClose: ['debug_mode_close', null],
  coverOpen: ['cover_open', null],
  coverClose: ['cover_close', null],
  coverForceClose: ['cover_force_close', null, { padEmpty: true }],
  putterOpen: ['putter_open', null],
  putterClose: ['putter_close', null],
  droneOpen: ['drone_open', null],
  droneClose: ['drone_close', null],
  chargeOpen: ['charge_open', null],
  chargeClose: ['charge_close', null],
  supplementLightOpen: ['supplement_light_open', null],
  supplementLightClose: ['supplement_light_close', null],
  alarmOpen: ['alarm_state_switch', { action: 1 }],
  alarmClose: ['alarm_state_switch', { action: 0 }],
  airConditionerStop: ['air_conditioner_mode_switch', { action: 0 }],
  airConditionerCool: ['air_conditioner_mode_switch', { action: 1 }],
  airConditionerHeat: ['air_conditioner_mode_switch', { action: 2 }],
  airConditionerDry: ['air_conditioner_mode_switch', { action: 3 }],
  batteryMaintenanceOpen: ['battery_maintenance_switch', { action: 1 }],
  batteryMaintenanceClose: ['battery_maintenance_switch', { action: 0 }],
  lteOpen: ['sdr_workmode_switch', { link_workmode: 1 }],
  lteClose: ['sdr_workmode_switch', { link_workmode: 0 }],
  simSlotSwitch: ['sim_slot_switch', { ...onWire, sim_slot: 2 }, { ...card, slot: 'esim' }],
  esimActivate: ['esim_activate', onWire, card],
  esimOperatorSwitch: ['esim_operator_switch', { ...onWire, esim_operator: 3 }, { ...card, operator: 3 }],
  rtkCalibration: [
    'rtk_calibration',
    {
      devices: [
        { sn: 'GW', type: 1, module: '3', data: { longitude: 113.95, latitude: 22.54, height: 21.5 } },
      ],
    },
    place,
  ],
  droneFormat: ['drone_format', null, { serial: 'AC' }],
  deviceFormat: ['device_format', null, { serial: 'GW' }],
  deviceReboot: ['device_reboot', null],
};

describe('an order of remote debugging on the wire', () => {
  it.each(debugMethods)('%s', (order) => {
    const [method, data, given = {}] = shapes[order];
    expect(debugService(order, { ...given }, 'GW')).toEqual({ method, data });
  });

  it.each([
    ['simSlotSwitch', { ...card, slot: 'both' }],
    ['simSlotSwitch', { ...card, device: 'phone', slot: 'sim' }],
    ['esimActivate', { ...card, imei: '4901' }],
    ['esimActivate', {}],
    ['esimOperatorSwitch', { ...card, operator: 0 }],
    ['esimOperatorSwitch', { ...card, operator: '1' }],
    ['rtkCalibration', { ...place, lat: 90.1 }],
    ['rtkCalibration', { ...place, lng: null }],
    ['rtkCalibration', { ...place, height: Number.NaN }],
  ] as const)('%s is never sent with %j', (order, given) => {
    expect(() => debugService(order, given, 'GW')).toThrow(RangeError);
  });
});

describe('what a dock says of an order that it works at', () => {
  const saidOf = (method: string, data: unknown) =>
    debugProgress({ method, bid: 'B', data } as Parameters<typeof debugProgress>[0]);

  it('is read by the name of the job', () => {
    const progress = { percent: 40, step_key: 'open_cover' };
    expect(saidOf('cover_open', { result: 0, output: { status: 'in_progress', progress } })).toEqual({
      method: 'coverOpen',
      bid: 'B',
      state: 'in_progress',
      percent: 40,
      step: 'open_cover',
      code: null,
    });
    expect(
      saidOf('device_format', { result: 0, output: { status: 'ok', progress: { percent: 100 } } }),
    ).toMatchObject({ method: 'deviceFormat', state: 'ok', percent: 100 });
  });

  it('is none of what is done with the answer: one name stands for several orders', () => {
    for (const method of ['alarm_state_switch', 'air_conditioner_mode_switch', 'debug_mode_open', 'hms'])
      expect(saidOf(method, { result: 0, output: { status: 'ok' } })).toBeNull();
  });

  it('says that a calibration failed at its device, whatever stands before', () => {
    const ext = { devices: [{ sn: 'GW', module: '3', result: 341_002, status: 'failed' }] };
    expect(saidOf('rtk_calibration', { result: 0, output: { status: 'ok', ext } })).toMatchObject({
      state: 'failed',
      code: 341_002,
    });
    const fine = { devices: [{ sn: 'GW', module: '3', result: 0, status: 'ok' }] };
    expect(saidOf('rtk_calibration', { result: 0, output: { status: 'ok', ext: fine } })).toMatchObject({
      state: 'ok',
      code: null,
    });
  });
});

describe('what a dock reports of its tools', () => {
  const merge = (data: unknown, at: number, before = emptySnapshot()) =>
    mergeProperties(before, data, { at, source: 'osd', device: 'dock' }).snapshot;

  it('is known with the age of each message, and unknown where none came', () => {
    const dock = merge(
      { wireless_link: { link_workmode: 0, dongle_number: 1, '4g_link_state': 0 } },
      2_000,
      merge({ alarm_state: 1, cover_state: 0, position_state: { is_calibration: 1 } }, 1_000),
    );
    expect(toToolState(dock, null, 3_000)).toEqual({
      alarm: true,
      linkMode: 'sdr',
      dongles: 1,
      batteryCare: { state: null, hoursLeft: null },
      calibrated: true,
      cards: [],
      heard: { body: 2_000, machine: null, link: 1_000, settings: null, dockCards: null, droneCards: null },
    });
  });

  it('names the cards of dock and aircraft, and leaves out what has no number', () => {
    const own = {
      imei: '490154203237518',
      dongle_type: 10,
      eid: 'E',
      esim_activate_state: 2,
      sim_card_state: 1,
      sim_slot: 2,
      esim_infos: [
        { telecom_operator: 1, enabled: false },
        { telecom_operator: 3, enabled: true },
      ],
    };
    const old = { imei: '490154203237519', dongle_type: 6, esim_activate_state: 0, sim_slot: 0 };
    const dock = merge({ dongle_infos: [own, { dongle_type: 10 }, 'nonsense'] }, 0);
    const drone = merge({ dongle_infos: [old] }, 0);
    expect(toToolState(dock, null, 0).cards).toEqual([]);
    const cards = toToolState(merge({ dongle_infos: [own, { dongle_type: 10 }] }, 0), drone, 0).cards;
    expect(cards).toEqual([
      {
        device: 'dock',
        imei: '490154203237518',
        esim: true,
        activated: true,
        slot: 'esim',
        simInserted: true,
        operator: 3,
      },
      {
        device: 'drone',
        imei: '490154203237519',
        esim: false,
        activated: null,
        slot: null,
        simInserted: null,
        operator: null,
      },
    ]);
  });
});
