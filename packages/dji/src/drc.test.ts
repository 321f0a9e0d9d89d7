import { centredSticks, lacksLanding, stickLandings } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import {
  decodeDrcUp,
  drcModeEnter,
  drcStateOf,
  encodeEmergencyStop,
  encodeHeartbeat,
  encodeLanding,
  encodeSticks,
  landingMethods,
  stealthService,
} from './drc.ts';
import { gatewayHas } from './methods.ts';
import { deviceModels } from './models.ts';

describe('what a dock says of its camera on the link of sticks', () => {
  const state = (settings: unknown, payload_index: unknown = '99-0-0') =>
    decodeDrcUp('drc_camera_state_push', {
      payload_index,
      camera_state: { camera_mode: 0, night_mode_settings: settings },
    });

  it('is how it sees at night, in the types that devices send', () => {
    expect(
      state({
        night_mode: 2,
        denoise_level: 3,
        night_vision_enable: true,
        infrared_fill_light_enable: 0,
        night_scene_mode_suggestion: 1,
      }),
    ).toEqual({
      kind: 'camera',
      capture: { payloadIndex: '99-0-0', format: null, resolution: null, linkedZoom: null, interval: null },
      night: {
        payloadIndex: '99-0-0',
        mode: 2,
        denoise: 3,
        vision: true,
        fillLight: false,
        advised: true,
        working: null,
      },
    });
  });

  it('is how it stores pictures, as far as its generation says it', () => {
    const camera_state = {
      photo_format: 16,
      video_resolution: 1,
      linkage_zoom_state: 0,
      interval_photo_interval: 0.7,
    };
    expect(decodeDrcUp('drc_camera_state_push', { payload_index: '81-0-0', camera_state })).toMatchObject({
      capture: { payloadIndex: '81-0-0', format: 16, resolution: 1, linkedZoom: false, interval: 0.7 },
    });
    expect(
      decodeDrcUp('drc_camera_state_push', { payload_index: '81-0-0', camera_state: null }),
    ).toMatchObject({ capture: null });
  });

  it.each([[undefined], [null], ['on'], [7]])('is nothing where it says %j', (settings) => {
    expect(state(settings)).toMatchObject({ kind: 'camera', night: null });
    expect(state({ night_mode: 1 }, null)).toEqual({ kind: 'camera', night: null, capture: null });
  });
});

describe('sticks as docks know them', () => {
  it('are numbers around 1024, in the order of their messages', () => {
    const sticks = { roll: 1, pitch: 0.5, throttle: 0, yaw: -1 };
    expect(JSON.parse(encodeSticks(12, sticks))).toEqual({
      seq: 12,
      method: 'stick_control',
      data: { roll: 1684, pitch: 1354, throttle: 1024, yaw: 364 },
    });
    expect(JSON.parse(encodeHeartbeat(13, 1_700_000_000_000.4))).toEqual({
      seq: 13,
      method: 'heart_beat',
      data: { timestamp: 1_700_000_000_000 },
    });
    expect(JSON.parse(encodeEmergencyStop(14))).toEqual({
      seq: 14,
      method: 'drone_emergency_stop',
      data: null,
    });
  });

  it('land the aircraft where it is by two methods, which the same models have and lack', () => {
    for (const landing of stickLandings) {
      const { seq, method, data } = JSON.parse(encodeLanding(15, landing)) as Record<string, unknown>;
      expect([seq, method, data]).toEqual([15, `drc_${landing}_landing`, null]);
      for (const { key } of deviceModels.filter(({ key: one }) => /^[23]-/.test(one)))
        expect([key, lacksLanding(key)]).toEqual([key, !gatewayHas(key, landingMethods[landing])]);
      expect(decodeDrcUp(landingMethods[landing], { result: 0 })).toEqual({
        kind: 'landing',
        landing,
        result: 0,
      });
      expect(decodeDrcUp(landingMethods[landing], {})).toBe(null);
    }
  });

  it.each([Number.NaN, 1.0001, -1e9, Infinity])('are not said of a deflection of %s', (yaw) => {
    expect(() => encodeSticks(1, { ...centredSticks, yaw })).toThrow(RangeError);
  });
});

describe('the second connection of a dock', () => {
  const account = {
    clientId: 'c',
    username: 'u',
    password: 'p',
    expiresAt: 1_700_000_000_900,
    stateFrequency: 10,
    obstacleFrequency: 1,
  };
  it.each([
    ['mqtt://broker.example:1884', 'broker.example:1884', false],
    ['mqtts://broker.example', 'broker.example:8883', true],
    ['mqtt://10.0.0.1', '10.0.0.1:1883', false],
  ])('to %s', (url, address, enable_tls) => {
    expect(drcModeEnter({ ...account, url })).toEqual({
      method: 'drc_mode_enter',
      data: {
        mqtt_broker: {
          address,
          client_id: 'c',
          username: 'u',
          password: 'p',
          expire_time: 1_700_000_000,
          enable_tls,
        },
        osd_frequency: 10,
        hsi_frequency: 1,
      },
    });
  });
});

it('reads what a dock says there, and nothing else', () => {
  expect(decodeDrcUp('osd_info_push', {})).toEqual({ kind: 'state', place: null, motion: null });
  const there = { latitude: 22.5, longitude: 113.9, height: 60, attitude_head: -90 };
  expect(decodeDrcUp('osd_info_push', there)).toMatchObject({
    kind: 'state',
    place: { lat: 22.5, lng: 113.9, height: 60, head: -90 },
  });
  for (const differs of [{ latitude: 91 }, { height: 'high' }, { latitude: 0, longitude: 0 }])
    expect(decodeDrcUp('osd_info_push', { ...there, ...differs })).toMatchObject({
      kind: 'state',
      place: null,
    });
  expect(decodeDrcUp('heart_beat', { timestamp: 5 })).toEqual({ kind: 'heartbeat', timestamp: 5 });
  expect(decodeDrcUp('delay_info_push', { sdr_cmd_delay: 40 })).toEqual({
    kind: 'delay',
    delays: { command: 40, pictures: [] },
  });
  for (const [method, data] of [
    ['heart_beat', { timestamp: '5' }],
    ['delay_info_push', { sdr_cmd_delay: -1 }],
    ['hsi_info_push', {}],
    [null, {}],
  ] as const)
    expect(decodeDrcUp(method, data)).toBe(null);
  expect([drcStateOf({ drc_state: 2 }), drcStateOf({})]).toEqual([2, null]);
});

describe('stealth mode', () => {
  it('is ordered by a number, over the link of sticks', () => {
    expect(stealthService(true)).toEqual({
      method: 'drc_stealth_state_set',
      data: { stealth_state: 1 },
      bySticks: true,
    });
    expect(stealthService(false).data).toEqual({ stealth_state: 0 });
  });

  it.each([
    [1, true],
    [true, true],
    [0, false],
    [false, false],
  ])('is reported as %s', (stealth_state, on) => {
    expect(decodeDrcUp('drc_drone_state_push', { stealth_state, mode_code: 17 })).toEqual({
      kind: 'stealth',
      on,
    });
  });

  it.each([{}, { stealth_state: 2 }, { stealth_state: 'on' }, { stealth_state: null }, null, []])(
    'is nothing in %j',
    (data) => {
      expect(decodeDrcUp('drc_drone_state_push', data)).toBe(null);
    },
  );
});
