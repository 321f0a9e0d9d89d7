import { describe, expect, it } from 'vitest';
import { mode, standingDrone, type Drone } from '../drone/index.ts';
import { PayloadDesk } from './payload-desk.ts';

const camera = '81-0-0';
const place = { lng: 113.95, lat: 22.54, height: 40, heading: 0 };
const bench = () => {
  const drone: Drone = { ...standingDrone(place), powered: true, mode: mode.hover, elevation: 60 };
  const later: (() => void)[] = [];
  const desk = new PayloadDesk({
    drone,
    camera,
    place,
    run: () => null,
    afterSeconds: (_, run) => later.push(run),
  });
  const order = (method: string, data: object = {}) =>
    desk.command(method, { payload_index: camera, ...data });
  return { drone, later, desk, order };
};

describe('camera and gimbal of a simulated aircraft', () => {
  it.each([
    ['camera_mode_switch', { camera_mode: 3 }, { camera: { mode: 3 } }],
    ['camera_focal_length_set', { camera_type: 'zoom', zoom_factor: 9 }, { camera: { zoom: 9 } }],
    ['camera_focal_length_set', { camera_type: 'ir', zoom_factor: 4 }, { camera: { irZoom: 4 } }],
    [
      'camera_screen_drag',
      { locked: false, pitch_speed: -20, yaw_speed: 10 },
      { gimbalPitch: -10, camera: { yaw: 5 } },
    ],
    [
      'camera_screen_drag',
      { locked: true, pitch_speed: -20, yaw_speed: 10 },
      { gimbalPitch: -10, camera: { yaw: 0 } },
    ],
    ['gimbal_reset', { reset_mode: 1 }, { gimbalPitch: -90 }],
    ['camera_screen_split', { enable: true }, { camera: { split: true } }],
    ['camera_exposure_set', { camera_type: 'wide', exposure_value: '20' }, { camera: { exposureValue: 20 } }],
    [
      'camera_look_at',
      { locked: false, longitude: 113.95, latitude: 22.55, height: 40 },
      { camera: { yaw: 0 } },
    ],
    ['ir_metering_mode_set', { mode: 2 }, { camera: { meteringMode: 2 } }],
  ])('%s changes what it reports', (method, data, shown) => {
    const { drone, order } = bench();
    expect(order(method, data)).toBe(0);
    expect(drone).toMatchObject(shown);
  });

  it('records in video mode alone, and ends only what was begun', () => {
    const { drone, order } = bench();
    expect([order('camera_recording_start'), order('camera_recording_stop')]).toEqual([327_009, 327_009]);
    order('camera_mode_switch', { camera_mode: 1 });
    expect(order('camera_recording_start')).toBe(0);
    expect(drone.recording).toBe(true);
    expect(order('camera_mode_switch', { camera_mode: 0 })).toBe(327_009);
    expect(order('camera_recording_stop')).toBe(0);
  });

  it('takes a photo for a while, and a panorama until it is ended', () => {
    const { drone, later, order } = bench();
    expect(order('camera_photo_take')).toBe(0);
    expect(order('camera_photo_take')).toBe(327_009);
    later.shift()?.();
    expect(drone.shooting).toBe(false);
    order('camera_mode_switch', { camera_mode: 3 });
    order('camera_photo_take');
    expect(order('camera_photo_stop')).toBe(0);
    expect(drone.shooting).toBe(false);
  });

  it('refuses another camera, an aircraft on the ground, and what is malformed', () => {
    const { drone, desk, order } = bench();
    expect(desk.command('gimbal_reset', { payload_index: '1-0-0', reset_mode: 0 })).toBe(327_050);
    expect(order('gimbal_reset', { reset_mode: 9 })).toBe(514_171);
    expect(order('camera_aim', { x: 2, y: 0 })).toBe(514_171);
    expect(order('cover_open')).toBe(null);
    drone.mode = mode.standby;
    expect(order('gimbal_reset', { reset_mode: 0 })).toBe(327_050);
  });

  it('is taken by its dock while it is on, and no other camera is', () => {
    const { desk, drone, order } = bench();
    expect(order('payload_authority_grab')).toBe(0);
    expect(desk.command('payload_authority_grab', { payload_index: '1-0-0' })).toBe(327_050);
    drone.powered = false;
    expect(order('payload_authority_grab')).toBe(327_050);
  });
});
