import { describe, expect, it } from 'vitest';
import { standingDrone } from '../drone/index.ts';
import { cameraState, setByLink } from './link-camera.ts';

const index = '99-0-0';
const stand = (camera = index) => {
  const drone = standingDrone({ lng: 0, lat: 0, heading: 0 });
  const set = (method: string, data: object) =>
    setByLink({ drone, camera }, method, { payload_index: camera, ...data });
  return { drone, set, said: () => cameraState({ drone, camera }, { night: true, second: true }) };
};

describe('a camera that is set over the link of sticks', () => {
  it('reports sensitivity and shutter of the lens that was set', () => {
    const { drone, set } = stand();
    expect(set('drc_camera_iso_set', { camera_type: 'wide', iso_value: 13 })).toBe(0);
    expect(set('drc_camera_shutter_set', { camera_type: 'zoom', shutter_value: 60 })).toBe(0);
    expect(drone.camera).toMatchObject({ iso: { wide: 13, zoom: 3 }, shutter: { wide: 17, zoom: 65_534 } });
  });

  it('sets the aperture of each lens, and what its wide lens alone has', () => {
    const { drone, set } = stand();
    expect(set('drc_camera_aperture_value_set', { camera_type: 'zoom', aperture_value: 440 })).toBe(0);
    expect(set('drc_camera_aperture_value_set', { camera_type: 'wide', aperture_value: 95 })).toBe(327_009);
    expect(set('drc_camera_dewarping_set', { camera_type: 'wide', dewarping_state: 1 })).toBe(0);
    expect(
      set('drc_camera_mechanical_shutter_set', { camera_type: 'wide', mechanical_shutter_state: 1 }),
    ).toBe(0);
    expect(drone.camera).toMatchObject({
      aperture: { wide: 0, zoom: 440 },
      dewarping: true,
      mechanicalShutter: true,
    });
  });

  it('stores pictures as ordered, and reports it', () => {
    const { set, said } = stand('81-0-0');
    expect(set('drc_camera_photo_format_set', { photo_format: 16 })).toBe(0);
    expect(set('drc_camera_photo_format_set', { photo_format: 8 })).toBe(514_171);
    expect(set('drc_video_resolution_set', { video_resolution: 0 })).toBe(0);
    expect(set('drc_linkage_zoom_set', { state: true })).toBe(0);
    expect(set('drc_interval_photo_set', { interval: 0.7 })).toBe(0);
    expect(set('drc_interval_photo_set', { interval: 4 })).toBe(514_171);
    expect(said().camera_state).toMatchObject({
      photo_format: 16,
      video_resolution: 0,
      linkage_zoom_state: true,
      interval_photo_interval: 0.7,
    });
    expect(stand().set('drc_linkage_zoom_set', { state: true })).toBe(327_050);
  });

  it('reduces noise with its night mode on, and sees at night from 7×', () => {
    const { drone, set, said } = stand();
    expect(set('drc_camera_denoise_level_set', { level: 3 })).toBe(327_009);
    expect(set('drc_camera_night_mode_set', { mode: 1 })).toBe(0);
    expect(set('drc_camera_denoise_level_set', { level: 3 })).toBe(0);
    expect(set('drc_camera_night_vision_enable', { enable: true })).toBe(327_009);
    drone.camera.zoom = 7;
    expect(set('drc_camera_night_vision_enable', { enable: true })).toBe(0);
    expect(set('drc_infrared_fill_light_enable', { enable: true })).toBe(0);
    expect(said().camera_state).toMatchObject({
      night_mode_settings: {
        night_mode: 1,
        denoise_level: 3,
        night_vision_enable: true,
        infrared_fill_light_enable: true,
      },
    });
    expect(stand('98-0-0').set('drc_camera_night_vision_enable', { enable: false })).toBe(327_050);
  });

  it.each([
    ['drc_camera_iso_set', { camera_type: 'wide', iso_value: 14 }, 514_171],
    ['drc_camera_iso_set', { camera_type: 'ir', iso_value: 3 }, 514_171],
    ['drc_camera_shutter_set', { camera_type: 'wide', shutter_value: '3' }, 514_171],
    ['drc_camera_aperture_value_set', { camera_type: 'ir', aperture_value: 440 }, 514_171],
    ['drc_camera_dewarping_set', { camera_type: 'zoom', dewarping_state: 1 }, 514_171],
    ['drc_camera_mechanical_shutter_set', { camera_type: 'wide', mechanical_shutter_state: 2 }, 514_171],
    ['drc_camera_night_mode_set', { mode: 3 }, 514_171],
    ['drc_camera_night_vision_enable', { enable: 1 }, 514_171],
    ['drc_camera_night_mode_set', { mode: 1, payload_index: '81-0-0' }, 327_050],
    ['stick_control', {}, null],
  ])('%s of %j is answered by %s', (method, data, result) => {
    expect(stand().set(method, data)).toBe(result);
  });
});
