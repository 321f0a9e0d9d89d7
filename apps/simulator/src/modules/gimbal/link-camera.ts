import type { Drone } from '../drone/index.ts';

/** What a camera is that is set over the link of sticks. */
export interface LinkCamera {
  readonly drone: Drone;
  /** Index of the camera that the aircraft films with. */
  readonly camera: string;
}

const codes = { malformed: 514_171, missing: 327_050, wrongState: 327_009 } as const;

type Data = Readonly<Record<string, unknown>>;
type Act = (of: LinkCamera, data: Data) => number;

/** What an order calls an automatic shutter, and what a report does. */
const shutterAuto = { ordered: 60, reported: 65_534 } as const;
/** f-numbers times 100. */
const aperture = { widest: 280, narrowest: 1_100 } as const;
const nightZoom = 7;
/** Seconds. */
const intervals: readonly number[] = [0.7, 1, 2, 3, 5, 7, 10, 15, 20, 30, 60];

const takes =
  (
    field: string,
    least: number,
    most: number,
    set: (of: LinkCamera, value: number, data: Data) => number,
  ): Act =>
  (of, data) => {
    const value = data[field];
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    return fits ? set(of, value, data) : codes.malformed;
  };
const ofLens = (data: Data): 'wide' | 'zoom' | null =>
  data['camera_type'] === 'wide' || data['camera_type'] === 'zoom' ? data['camera_type'] : null;

const exposes = (
  field: string,
  most: number,
  name: 'iso' | 'shutter',
  reported: (value: number) => number,
): Act =>
  takes(field, 0, most, ({ drone }, value, data) => {
    const lens = ofLens(data);
    if (!lens) return codes.malformed;
    drone.camera[name][lens] = reported(value);
    return 0;
  });

/** The wide lens alone has it. */
const ofWide = (field: string, name: 'dewarping' | 'mechanicalShutter'): Act =>
  takes(field, 0, 1, ({ drone }, value, data) => {
    if (data['camera_type'] !== 'wide') return codes.malformed;
    drone.camera[name] = value === 1;
    return 0;
  });

/** Night vision is there on one camera alone, and works from a zoom on. */
const sees =
  (name: 'vision' | 'fillLight'): Act =>
  ({ drone, camera }, { enable }) => {
    if (typeof enable !== 'boolean') return codes.malformed;
    if (!camera.startsWith('99-0-')) return codes.missing;
    if (enable && drone.camera.zoom < nightZoom) return codes.wrongState;
    drone.camera.night[name] = enable;
    return 0;
  };

const acts: Readonly<Record<string, Act>> = {
  drc_camera_iso_set: exposes('iso_value', 13, 'iso', (value) => value),
  drc_camera_shutter_set: exposes('shutter_value', shutterAuto.ordered, 'shutter', (value) =>
    value === shutterAuto.ordered ? shutterAuto.reported : value,
  ),
  drc_camera_aperture_value_set: takes('aperture_value', 0, 25_600, ({ drone }, value, data) => {
    const lens = ofLens(data);
    if (!lens) return codes.malformed;
    // The widest and the narrowest that the lens of such an aircraft has; automatic is always there.
    if (value !== 0 && (value < aperture.widest || value > aperture.narrowest)) return codes.wrongState;
    drone.camera.aperture[lens] = value;
    return 0;
  }),
  drc_camera_dewarping_set: ofWide('dewarping_state', 'dewarping'),
  drc_camera_mechanical_shutter_set: ofWide('mechanical_shutter_state', 'mechanicalShutter'),
  drc_camera_night_mode_set: takes('mode', 0, 2, ({ drone }, value) => {
    drone.camera.night.mode = value;
    return 0;
  }),
  drc_camera_denoise_level_set: takes('level', 2, 3, ({ drone }, value) => {
    if (drone.camera.night.mode !== 1) return codes.wrongState;
    drone.camera.night.denoise = value;
    return 0;
  }),
  drc_camera_night_vision_enable: sees('vision'),
  drc_infrared_fill_light_enable: sees('fillLight'),
  drc_camera_photo_format_set: ({ drone }, { photo_format: format }) => {
    if (format !== 7 && format !== 16) return codes.malformed;
    drone.camera.photoFormat = format;
    return 0;
  },
  drc_video_resolution_set: takes('video_resolution', 0, 1, ({ drone }, value) => {
    if (drone.recording) return codes.wrongState;
    drone.camera.videoResolution = value;
    return 0;
  }),
  drc_linkage_zoom_set: ({ drone, camera }, { state }) => {
    if (typeof state !== 'boolean') return codes.malformed;
    if (!camera.startsWith('81-0-')) return codes.missing;
    drone.camera.linkedZoom = state;
    return 0;
  },
  drc_interval_photo_set: ({ drone }, { interval }) => {
    if (typeof interval !== 'number' || !intervals.includes(interval)) return codes.malformed;
    drone.camera.photoInterval = interval;
    return 0;
  },
};

/** Carries out an order that came over the link of sticks. Null: it is none to a camera. */
export const setByLink = (of: LinkCamera, method: string, given: unknown): number | null => {
  const act = Object.hasOwn(acts, method) ? acts[method] : undefined;
  if (!act) return null;
  const data = (typeof given === 'object' && given !== null ? given : {}) as Data;
  return data['payload_index'] === of.camera ? act(of, data) : codes.missing;
};

/** What a dock says of its camera on that link: with what its newest generation has, or the second one alone. */
export const cameraState = (
  { drone, camera }: LinkCamera,
  { night, second }: { night: boolean; second: boolean },
) => ({
  payload_index: camera,
  camera_state: {
    camera_mode: drone.recording ? 1 : drone.camera.mode,
    recording_state: drone.recording ? 1 : 0,
    photo_state: drone.shooting ? 1 : 0,
    ...(second
      ? {
          video_resolution: drone.camera.videoResolution,
          linkage_zoom_state: drone.camera.linkedZoom,
          interval_photo_interval: drone.camera.photoInterval,
        }
      : {}),
    ...(night
      ? {
          photo_format: drone.camera.photoFormat,
          night_mode_settings: {
            night_mode: drone.camera.night.mode,
            denoise_level: drone.camera.night.denoise,
            night_vision_enable: drone.camera.night.vision,
            infrared_fill_light_enable: drone.camera.night.fillLight,
            night_scene_mode_suggestion: 0,
            is_working: drone.camera.night.mode === 0 ? 0 : 1,
          },
        }
      : {}),
  },
});
