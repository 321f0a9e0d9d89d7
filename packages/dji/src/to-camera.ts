import type { CameraSettings, LensExposure, panoramaStates, panoramaSteps } from '@eyrie/domain';
import { flagAt, listAt, numberAt, textAt } from './read.ts';
import type { DeviceMessage } from './wire.ts';

const codeAt = (record: unknown, key: string): number | null => {
  const value = numberAt(record, key);
  return value === null || !Number.isInteger(value) ? null : value;
};
const wordsAt = (record: unknown, key: string): string[] =>
  listAt(record, key).filter((one): one is string => typeof one === 'string' && one.length <= 32);

const exposureAt = (camera: unknown, lens: 'wide' | 'zoom'): LensExposure => ({
  mode: codeAt(camera, `${lens}_exposure_mode`),
  value: codeAt(camera, `${lens}_exposure_value`),
  iso: codeAt(camera, `${lens}_iso`),
  shutter: codeAt(camera, `${lens}_shutter_speed`),
});

/** Only what the laser says to meet, and nothing of a state in which it meets nothing. */
const laserIn = (payload: unknown): CameraSettings['laser'] =>
  numberAt(payload, 'measure_target_error_state') === 0
    ? {
        distance: numberAt(payload, 'measure_target_distance'),
        lng: numberAt(payload, 'measure_target_longitude'),
        lat: numberAt(payload, 'measure_target_latitude'),
        height: numberAt(payload, 'measure_target_altitude'),
      }
    : null;

/**
 * What is reported of the settings of a camera; null: of no camera.
 * @param payload the property that has the name of the payload
 * @param watermark the property of the aircraft
 */
export const settingsOf = (camera: unknown, payload: unknown, watermark: unknown): CameraSettings | null => {
  if (textAt(camera, 'payload_index') === null) return null;
  return {
    wide: exposureAt(camera, 'wide'),
    zoom: exposureAt(camera, 'zoom'),
    focus: {
      mode: codeAt(camera, 'zoom_focus_mode'),
      value: numberAt(camera, 'zoom_focus_value'),
      least: numberAt(camera, 'zoom_min_focus_value'),
      most: numberAt(camera, 'zoom_max_focus_value'),
      state: codeAt(camera, 'zoom_focus_state'),
    },
    photoStorage: wordsAt(camera, 'photo_storage_settings'),
    videoStorage: wordsAt(camera, 'video_storage_settings'),
    split: flagAt(camera, 'screen_split_enable'),
    photosLeft: numberAt(camera, 'remain_photo_num'),
    recordLeft: numberAt(camera, 'remain_record_duration'),
    watermark: flagAt(watermark, 'global_enable'),
    laser: laserIn(payload),
  };
};

/** The event in which a camera reports how far it is with a panorama. */
export const panoramaEvent = 'camera_photo_take_progress';

const states: Readonly<Record<string, (typeof panoramaStates)[number]>> = {
  in_progress: 'working',
  ok: 'done',
  fail: 'failed',
  failed: 'failed',
};
const steps: ReadonlyMap<number | null, (typeof panoramaSteps)[number]> = new Map([
  [3_000, 'idle'],
  [3_002, 'shooting'],
  [3_005, 'stitching'],
]);

/** What a camera says of a panorama while it takes it. Null in a field: a word that no document has. */
export interface PanoramaProgress {
  state: (typeof panoramaStates)[number] | null;
  percent: number | null;
  step: (typeof panoramaSteps)[number] | null;
}

/** Reads progress of a panorama; null: it is another event, or says nothing of one. */
export const panoramaProgress = ({ method, data }: DeviceMessage): PanoramaProgress | null => {
  if (method !== panoramaEvent || typeof data !== 'object' || data === null) return null;
  const { output } = data as { output?: unknown };
  const progress = (output as { progress?: unknown } | null | undefined)?.progress;
  const percent = numberAt(progress, 'percent');
  // A code is a failure, whatever the word beside it.
  const failed = (numberAt(data, 'result') ?? 0) !== 0;
  return {
    state: failed ? 'failed' : (states[textAt(output, 'status') ?? ''] ?? null),
    percent: percent === null ? null : Math.round(Math.min(100, Math.max(0, percent))),
    step: steps.get(numberAt(progress, 'current_step')) ?? null,
  };
};
