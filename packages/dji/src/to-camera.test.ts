import { describe, expect, it } from 'vitest';
import { panoramaProgress, settingsOf } from './to-camera.ts';

const camera = {
  payload_index: '99-0-0',
  wide_exposure_mode: 1,
  wide_iso: 3,
  wide_shutter_speed: '17',
  zoom_focus_value: 40,
  photo_storage_settings: ['wide', 7, 'ir'],
  screen_split_enable: true,
};
const nothing = { mode: null, value: null, iso: null, shutter: null };

describe('settings of a camera', () => {
  it('are those that it says, and null for the rest', () => {
    expect(settingsOf(camera, { measure_target_error_state: 3, measure_target_distance: 9 }, null)).toEqual({
      wide: { mode: 1, value: null, iso: 3, shutter: null },
      zoom: nothing,
      focus: { mode: null, value: 40, least: null, most: null, state: null },
      photoStorage: ['wide', 'ir'],
      videoStorage: [],
      split: true,
      photosLeft: null,
      recordLeft: null,
      watermark: null,
      laser: null,
    });
    expect(settingsOf({}, {}, {})).toBe(null);
  });

  it('have what the laser meets while it meets something', () => {
    const payload = {
      measure_target_error_state: 0,
      measure_target_distance: 123.4,
      measure_target_longitude: 113.9,
      measure_target_latitude: 22.5,
      measure_target_altitude: 41,
    };
    expect(settingsOf(camera, payload, { global_enable: 1 })).toMatchObject({
      laser: { distance: 123.4, lng: 113.9, lat: 22.5, height: 41 },
      watermark: true,
    });
  });
});

describe('progress of a panorama', () => {
  const of = (data: unknown, method = 'camera_photo_take_progress') =>
    panoramaProgress({ method, bid: 'b', tid: 't', data } as never);
  const said = (status: string, current_step: number, percent: number, result = 0) =>
    of({ result, output: { status, progress: { current_step, percent }, ext: { camera_mode: 3 } } });

  it('is read by its words and numbers, and a code is a failure', () => {
    expect(said('in_progress', 3_002, 20.4)).toEqual({ state: 'working', step: 'shooting', percent: 20 });
    expect(said('ok', 3_000, 100)).toEqual({ state: 'done', step: 'idle', percent: 100 });
    expect(said('ok', 3_005, 900, 327_009)).toEqual({ state: 'failed', step: 'stitching', percent: 100 });
    expect(said('later', 1, 1)).toMatchObject({ state: null, step: null });
    expect([of(null), of({ result: 0 }, 'fly_to_point_progress')]).toEqual([null, null]);
    expect(of({ result: 0 })).toEqual({ state: null, step: null, percent: null });
  });
});
