import {
  commandMethods,
  gatewayKey,
  lacksDockViews,
  lacksLanding,
  lacksOrbit,
  lacksPayload,
  lacksSearchlight,
  lacksStealth,
  openMethods,
  payloadCommandNames,
  searchlightMethods,
  setsProperty,
  stealthMethods,
  type CommandMethod,
} from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { modelName } from './models.ts';
import { documentedMethods, gatewayHas, gatewayOrders } from './methods.ts';
import { gatewaySets } from './parameters.ts';

const models = ['Dock', 'Dock 2', 'Dock 3', 'RC Plus 2', 'RC Pro Enterprise'] as const;

/** Cells of the published table, each row in the order of the models above. */
describe('which gateway has which method', () => {
  it.each([
    ['flighttask_prepare', '+++--'],
    ['flighttask_create', '-----'],
    ['return_specific_home', '-++--'],
    ['flight_setup_abort', '+----'],
    ['return_home_cancel', '++++-'],
    ['in_flight_wayline_deliver', '--+--'],
    ['flight_authority_grab', '+++--'],
    ['cloud_control_auth_request', '---++'],
    ['takeoff_to_point', '++++-'],
    ['poi_mode_enter', '+--+-'],
    ['drc_mode_enter', '+++++'],
    ['drone_control', '+----'],
    ['stick_control', '-+++-'],
    ['drone_emergency_stop', '++++-'],
    ['drc_emergency_landing', '-+++-'],
    ['drc_initial_state_subscribe', '-++++'],
    ['drc_stealth_state_set', '-+++-'],
    ['drc_camera_iso_set', '-+++-'],
    ['drc_interval_photo_set', '-+-+-'],
    ['drc_gimbal_reset', '---+-'],
    ['drc_camera_night_mode_set', '--+--'],
    ['drc_light_mode_set', '--+--'],
    ['drc_speaker_replay', '--+--'],
    ['drc_ai_identify_set', '--+--'],
    ['camera_photo_take', '+++-+'],
    ['camera_frame_zoom', '-++-+'],
    ['live_start_push', '+++++'],
    ['live_lens_change', '+++-+'],
    ['live_camera_change', '-++--'],
    ['cover_open', '+++--'],
    ['cover_force_close', '+++--'],
    ['putter_open', '+----'],
    ['esim_activate', '-++--'],
    ['rtk_calibration', '--+--'],
    ['ota_create', '+++--'],
    ['speaker_tts_play_start', '+++--'],
    ['psdk_widget_value_set', '+++--'],
    ['property/height_limit', '++++-'],
    ['property/air_transfer_enable', '-++--'],
    ['a_method_that_nobody_wrote_down', '-----'],
  ])('%s %s', (method, cells) => {
    expect(models.map((model) => (gatewayHas(model, method) ? '+' : '-')).join('')).toBe(cells);
  });
});

describe('which gateway can be given which order', () => {
  const given = (model: string): CommandMethod[] =>
    commandMethods.filter((order) => gatewayOrders(model, order));

  it('gives docks of every generation each of them but what pilots and other vendors are asked', () => {
    const elsewhere: readonly string[] = [...openMethods, 'controlRequest', 'controlRelease'];
    const ofDocks = commandMethods.filter((method) => !elsewhere.includes(method));
    const without = (...lacking: string[]): CommandMethod[] =>
      ofDocks.filter((method) => !lacking.includes(method));
    const cards = ['simSlotSwitch', 'esimActivate', 'esimOperatorSwitch'];
    const orbit = ['poiEnter', 'poiSpeed', 'poiExit'];
    const rods = ['putterOpen', 'putterClose'];
    expect(given('Dock')).toEqual(
      without(...cards, 'rtkCalibration', 'drcEnter', ...stealthMethods, ...searchlightMethods),
    );
    // Newer docks have no rods, and the newest alone is calibrated from afar.
    expect(given('Dock 2')).toEqual(without(...rods, ...orbit, 'rtkCalibration', ...searchlightMethods));
    expect(given('Dock 3')).toEqual(without(...rods, ...orbit));
  });

  it('gives a controller no route, and an older one no return either', () => {
    expect(given('RC Plus 2')).not.toContain('startJob');
    expect(given('RC Plus 2')).not.toContain('flightPause');
    expect(given('RC Plus 2')).toContain('returnHome');
    expect(given('RC Pro Enterprise')).not.toContain('returnHome');
    expect(given('RC Pro Enterprise')).not.toContain('hover');
    expect(given('RC Pro Enterprise')).toContain('startLive');
  });

  it('names to pages what a dock cannot order of a payload', () => {
    for (const model of ['3-1-0', '3-2-0', '3-3-0'])
      for (const cmd of payloadCommandNames)
        expect([model, cmd, lacksPayload(model, cmd)]).toEqual([
          model,
          cmd,
          !gatewayHas(model, setsProperty(cmd) ? `property/${cmd}` : cmd),
        ]);
  });

  it('gives docks each order to a payload that their documents have, or it is named here why not', () => {
    const leftOut = {
      // They do what a service of the same docks does.
      drc_photo_storage_set: 'photo_storage_set',
      drc_video_storage_set: 'video_storage_set',
      // The documents disagree over which channel it goes; the modes of all docks go as a service.
      drc_camera_mode_switch: 'camera_mode_switch',
    };
    const ofPayload =
      /^(drc_)?(camera|gimbal|ir_metering|photo|video|linkage|interval|infrared)_|^property\/(camera|thermal)_/;
    const docks = ['3-1-0', '3-2-0', '3-3-0'];
    const documented = documentedMethods.filter(
      (method) => ofPayload.test(method) && docks.some((model) => gatewayHas(model, method)),
    );
    const declared = payloadCommandNames.map((cmd) => (setsProperty(cmd) ? `property/${cmd}` : cmd));
    expect(documented.filter((method) => !declared.includes(method)).toSorted()).toEqual(
      Object.keys(leftOut).toSorted(),
    );
    for (const other of Object.values(leftOut)) expect(declared).toContain(other);
  });

  it('names to pages which gateways have orders to a searchlight', () => {
    for (const model of ['3-1-0', '3-2-0', '3-3-0', '2-174-0', '2-144-0'])
      for (const order of searchlightMethods)
        expect([model, lacksSearchlight(model)]).toEqual([model, !gatewayOrders(model, order)]);
    expect([lacksSearchlight('Dock 2'), lacksSearchlight('Dock 3')]).toEqual([true, false]);
  });

  it('names to pages which gateways have a stealth mode', () => {
    for (const model of ['3-1-0', '3-2-0', '3-3-0', '2-174-0', '2-144-0'])
      for (const order of stealthMethods)
        expect([model, lacksStealth(model)]).toEqual([model, !gatewayOrders(model, order)]);
  });

  it('names to pages which gateways fly around a point', () => {
    for (const model of ['3-1-0', '3-2-0', '3-3-0', '2-174-0', '2-144-0'])
      expect([model, lacksOrbit(model)]).toEqual([model, !gatewayOrders(model, 'poiEnter')]);
  });

  it('has the same said of a gateway by its name, as records show it', () => {
    for (const key of ['3-1-0', '3-2-0', '3-3-0', '2-174-0']) expect(gatewayKey(modelName(key))).toBe(key);
    expect(lacksPayload('Dock 2', 'drc_camera_night_mode_set')).toBe(true);
    expect(lacksPayload('Dock', 'camera_frame_zoom')).toBe(true);
    expect(lacksLanding('Dock')).toBe(true);
    expect([lacksOrbit('Dock'), lacksOrbit('Dock 2')]).toEqual([false, true]);
    expect([lacksDockViews('Dock'), lacksDockViews('Dock 2')]).toEqual([true, false]);
  });

  it('offers a setting only where the model has it', () => {
    expect(gatewaySets('Dock', 'airTransfer')).toBe(false);
    expect(gatewaySets('Dock 3', 'airTransfer')).toBe(true);
    expect(gatewaySets('RC Plus 2', 'heightLimit')).toBe(true);
    expect(gatewaySets('RC Plus 2', 'storeMode')).toBe(false);
  });
});
