import { describe, expect, it } from 'vitest';
import { commandCalls } from '../command/command.calls.ts';
import type { CameraFacts } from './camera-facts.ts';
import { goesBySticks, payloadCommandNames, payloadRefusal, type PayloadCommand } from './payload.ts';

const index = '99-0-0';
/** One order of each, as it may be given. */
const good: Readonly<Record<PayloadCommand, Readonly<Record<string, unknown>>>> = {
  camera_mode_switch: { camera_mode: 1 },
  camera_photo_take: {},
  camera_photo_stop: {},
  camera_recording_start: {},
  camera_recording_stop: {},
  camera_screen_drag: { locked: false, pitch_speed: 5, yaw_speed: -5 },
  camera_aim: { camera_type: 'wide', locked: false, x: 0.5, y: 1 },
  camera_frame_zoom: { camera_type: 'zoom', locked: true, x: 0, y: 0, width: 0.5, height: 0.5 },
  camera_focal_length_set: { camera_type: 'zoom', zoom_factor: 200 },
  gimbal_reset: { reset_mode: 3 },
  camera_look_at: { locked: true, latitude: 22.5, longitude: 113.9, height: 40 },
  camera_screen_split: { enable: true },
  photo_storage_set: { photo_storage_settings: ['wide', 'ir'] },
  video_storage_set: { video_storage_settings: ['current'] },
  camera_exposure_mode_set: { camera_type: 'wide', exposure_mode: 4 },
  camera_exposure_set: { camera_type: 'zoom', exposure_value: '31' },
  camera_focus_mode_set: { camera_type: 'zoom', focus_mode: 2 },
  camera_focus_value_set: { camera_type: 'zoom', focus_value: 900 },
  camera_point_focus_action: { camera_type: 'zoom', x: 0.1, y: 0.9 },
  ir_metering_mode_set: { mode: 2 },
  ir_metering_point_set: { x: 0, y: 1 },
  ir_metering_area_set: { x: 0, y: 0, width: 1, height: 1 },
  thermal_current_palette_style: { thermal_current_palette_style: 6 },
  thermal_gain_mode: { thermal_gain_mode: 1 },
  thermal_isotherm_state: { thermal_isotherm_state: 1 },
  thermal_isotherm_upper_limit: { thermal_isotherm_upper_limit: 120 },
  thermal_isotherm_lower_limit: { thermal_isotherm_lower_limit: -20 },
  camera_watermark_settings: { global_enable: 1 },
  drc_camera_iso_set: { camera_type: 'wide', iso_value: 13 },
  drc_camera_shutter_set: { camera_type: 'zoom', shutter_value: 60 },
  drc_camera_aperture_value_set: { camera_type: 'zoom', aperture_value: 440 },
  drc_camera_dewarping_set: { camera_type: 'wide', dewarping_state: 1 },
  drc_camera_mechanical_shutter_set: { camera_type: 'wide', mechanical_shutter_state: 0 },
  drc_camera_night_mode_set: { mode: 1 },
  drc_camera_denoise_level_set: { level: 3 },
  drc_camera_night_vision_enable: { enable: true },
  drc_infrared_fill_light_enable: { enable: false },
  drc_camera_photo_format_set: { photo_format: 16 },
  drc_video_resolution_set: { video_resolution: 1 },
  drc_linkage_zoom_set: { state: true },
  drc_interval_photo_set: { interval: 0.7 },
};
const read = (cmd: string, data: unknown) =>
  commandCalls.payloadCommands.request.safeParse({
    oid: '0190a0c0-0000-7000-8000-000000000001',
    key: 'a-key-of-this-click',
    tabId: 'a-tab-of-this-page',
    issuedAt: 1_700_000_000_000,
    cmd,
    data,
  });
/** Whose fault it is, by its path. */
const faults = (cmd: string, data: unknown): string[] =>
  (read(cmd, data).error?.issues ?? []).map(({ path, code, ...issue }) =>
    [...path, ...(code === 'unrecognized_keys' && 'keys' in issue ? issue.keys : [])].join('.'),
  );

describe('what is given with an order to a payload', () => {
  it.each(payloadCommandNames)('%s has its fields, and lacks none of them', (cmd) => {
    const data = { payload_index: index, ...good[cmd] };
    expect(faults(cmd, data)).toEqual([]);
    for (const field of Object.keys(data)) {
      const { [field as 'payload_index']: _, ...rest } = data;
      expect(faults(cmd, rest)).toEqual([`data.${field}`]);
      for (const bad of [null, 'x', 1e9, Number.NaN, {}])
        expect(faults(cmd, { ...data, [field]: bad })).toContain(`data.${field}`);
    }
    const foreign = cmd === 'gimbal_reset' ? { enable: true } : { reset_mode: 1 };
    expect(faults(cmd, { ...data, ...foreign })).not.toEqual([]);
  });

  it.each([
    ['camera_focal_length_set', { camera_type: 'zoom', zoom_factor: 200.1 }, 'data.zoom_factor'],
    ['camera_focal_length_set', { camera_type: 'ir', zoom_factor: 20.1 }, 'data.zoom_factor'],
    ['camera_focal_length_set', { camera_type: 'ir', zoom_factor: 1.9 }, 'data.zoom_factor'],
    ['camera_frame_zoom', { ...good.camera_frame_zoom, height: 2 }, 'data.height'],
    ['camera_exposure_set', { camera_type: 'wide', exposure_value: '32' }, 'data.exposure_value'],
    ['drc_camera_aperture_value_set', { camera_type: 'wide', aperture_value: 5 }, 'data.aperture_value'],
    ['drc_camera_dewarping_set', { camera_type: 'zoom', dewarping_state: 1 }, 'data.camera_type'],
    ['drc_camera_photo_format_set', { photo_format: 8 }, 'data.photo_format'],
    ['drc_video_resolution_set', { video_resolution: 2 }, 'data.video_resolution'],
    ['drc_interval_photo_set', { interval: 4 }, 'data.interval'],
    ['drc_linkage_zoom_set', { state: 1 }, 'data.state'],
    ['drone_open', {}, 'cmd'],
    [
      'thermal_current_palette_style',
      { thermal_current_palette_style: 4 },
      'data.thermal_current_palette_style',
    ],
    ['thermal_gain_mode', { thermal_gain_mode: 3 }, 'data.thermal_gain_mode'],
    [
      'thermal_isotherm_upper_limit',
      { thermal_isotherm_upper_limit: 500.1 },
      'data.thermal_isotherm_upper_limit',
    ],
  ])('%s of %j is refused by its field', (cmd, data, field) => {
    expect(faults(cmd, { payload_index: index, ...data })).toEqual([field]);
  });
});

const free: CameraFacts = {
  online: true,
  airborne: true,
  payloadIndex: index,
  mode: 0,
  photo: false,
  recording: false,
  irZoom: 2,
  thermal: null,
  zoom: 7,
  sticks: true,
  night: {
    payloadIndex: index,
    mode: 1,
    denoise: 2,
    vision: false,
    fillLight: false,
    advised: null,
    working: null,
  },
};
const states = {
  off: { online: false, airborne: false },
  'on the ground': { airborne: false },
  'another camera': { payloadIndex: '53-0-0' },
  'in photo mode': {},
  'in video mode': { mode: 1 },
  recording: { mode: 1, recording: true },
  'taking a panorama': { mode: 3, photo: true },
  'silent about recording': { recording: null },
} as const satisfies Record<string, Partial<CameraFacts>>;
const sparing = [
  'camera_mode_switch',
  'photo_storage_set',
  'video_storage_set',
  'drc_camera_photo_format_set',
  'drc_video_resolution_set',
];

/** As it was decided, for every order that has a rule of its own. */
const expected = (cmd: string, state: keyof typeof states): string | null => {
  if (state === 'off') return 'droneOff';
  if (state === 'on the ground') return 'droneNotInFlight';
  if (state === 'another camera') return 'cameraMissing';
  // Its documents name another camera than this one.
  if (cmd === 'drc_linkage_zoom_set') return 'cameraLacks';
  const silent = state === 'silent about recording';
  if (cmd === 'camera_recording_stop')
    return silent ? 'notReported' : state === 'recording' ? null : 'notRecording';
  if (cmd === 'camera_photo_stop' && state === 'taking a panorama') return null;
  if (cmd === 'camera_photo_stop') return 'noPhotoRuns';
  const asks = [...sparing, 'camera_photo_take', 'camera_recording_start'].includes(cmd);
  if (!asks) return null;
  if (silent) return 'notReported';
  if (state === 'recording') return 'recordingRuns';
  if (state === 'taking a panorama') return 'photoRuns';
  if (cmd === 'camera_photo_take') return state === 'in photo mode' ? null : 'cameraMode';
  if (cmd === 'camera_recording_start') return state === 'in video mode' ? null : 'cameraMode';
  return null;
};

describe('orders to a payload by the state of its camera', () => {
  it.each(Object.keys(states) as (keyof typeof states)[])('%s', (state) => {
    for (const cmd of payloadCommandNames)
      expect([
        cmd,
        payloadRefusal(cmd, { payload_index: index, ...good[cmd] }, { ...free, ...states[state] }),
      ]).toEqual([cmd, expected(cmd, state)]);
  });

  it('needs a thermal lens for what it measures', () => {
    const visible = { ...free, irZoom: null };
    expect(payloadRefusal('ir_metering_mode_set', { payload_index: index, mode: 1 }, visible)).toBe(
      'lensMissing',
    );
    const ir = { payload_index: index, camera_type: 'ir', zoom_factor: 5 };
    expect(payloadRefusal('camera_focal_length_set', ir, visible)).toBe('lensMissing');
    expect(payloadRefusal('camera_focal_length_set', ir, free)).toBe(null);
  });

  it('stores no thermal pictures without a thermal lens, and focuses within what its lens says', () => {
    const of = (cmd: PayloadCommand, data: object, differs: Partial<CameraFacts>) =>
      payloadRefusal(cmd, { payload_index: index, ...data }, { ...free, ...differs });
    const ir = { photo_storage_settings: ['wide', 'ir'] };
    expect(of('photo_storage_set', ir, { irZoom: null })).toBe('lensMissing');
    expect(of('photo_storage_set', ir, {})).toBe(null);
    const focus = { camera_type: 'zoom', focus_value: 80 };
    expect(of('camera_focus_value_set', focus, { focus: { least: 10, most: 79 } })).toBe('focusRange');
    expect(of('camera_focus_value_set', focus, { focus: { least: 81, most: null } })).toBe('focusRange');
    expect(of('camera_focus_value_set', focus, { focus: { least: 80, most: 80 } })).toBe(null);
    expect(of('camera_focus_value_set', focus, { focus: null })).toBe(null);
  });

  it('sets what goes over the link of sticks only while that is open', () => {
    for (const cmd of payloadCommandNames.filter(goesBySticks))
      expect(payloadRefusal(cmd, { payload_index: index, ...good[cmd] }, { ...free, sticks: false })).toBe(
        'drcMissing',
      );
    expect(payloadCommandNames.filter(goesBySticks)).toHaveLength(13);
  });

  it('reduces noise with the night mode on by hand alone, and sees at night from 7× on', () => {
    const of = (cmd: PayloadCommand, data: object, differs: Partial<CameraFacts>) => {
      const payload_index = differs.payloadIndex ?? index;
      return payloadRefusal(cmd, { payload_index, ...data }, { ...free, ...differs });
    };
    const night = free.night ?? null;
    const level = { level: 2 };
    expect(of('drc_camera_denoise_level_set', level, { night: null })).toBe('notReported');
    for (const mode of [0, 2])
      expect(of('drc_camera_denoise_level_set', level, { night: night && { ...night, mode } })).toBe(
        'nightModeOff',
      );
    for (const cmd of ['drc_camera_night_vision_enable', 'drc_infrared_fill_light_enable'] as const) {
      expect(of(cmd, { enable: true }, { zoom: 6.9 })).toBe('nightZoom');
      expect(of(cmd, { enable: true }, { zoom: null })).toBe('notReported');
      expect(of(cmd, { enable: true }, {})).toBe(null);
      expect(of(cmd, { enable: false }, { zoom: 1 })).toBe(null);
      expect(of(cmd, { enable: false }, { payloadIndex: '98-0-0' })).toBe('cameraLacks');
    }
  });

  it('corrects the picture of a wide lens, and moves its mechanical shutter, on no camera whose documents lack both', () => {
    for (const cmd of ['drc_camera_dewarping_set', 'drc_camera_mechanical_shutter_set'] as const)
      for (const [camera, refusal] of [
        ['80-0-0', null],
        ['98-0-0', null],
        ['82-0-1', 'cameraLacks'],
        ['83-0-0', 'cameraLacks'],
      ] as const)
        expect([
          camera,
          payloadRefusal(cmd, { ...good[cmd], payload_index: camera }, { ...free, payloadIndex: camera }),
        ]).toEqual([camera, refusal]);
  });

  it('sets no palette, and no isotherm, that the thermal camera does not have', () => {
    const held = { palettes: [0, 6], gain: 2, isothermLow: 30, isothermHigh: 60 };
    const refusal = (cmd: PayloadCommand, value: number, thermal: CameraFacts['thermal'] = held) =>
      payloadRefusal(cmd, { payload_index: index, [cmd]: value }, { ...free, thermal });
    expect(refusal('thermal_current_palette_style', 13)).toBe('paletteMissing');
    expect(refusal('thermal_current_palette_style', 6)).toBe(null);
    expect(refusal('thermal_isotherm_upper_limit', 151)).toBe('isothermRange');
    expect(refusal('thermal_isotherm_upper_limit', 30)).toBe('isothermOrder');
    expect(refusal('thermal_isotherm_lower_limit', 61)).toBe('isothermOrder');
    expect(refusal('thermal_isotherm_upper_limit', 500, null)).toBe(null);
  });
});
