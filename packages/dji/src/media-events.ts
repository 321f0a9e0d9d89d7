import type { MediaRecord } from '@eyrie/domain';
import { z } from 'zod';
import { figure, flag, part, place, readOrNull, whole, words } from './tolerant.ts';
import { readInstant } from './wire.ts';

const shape = z.object({
  result: whole,
  file: z.object({
    object_key: z.string().min(1).max(1024),
    path: words,
    name: words,
    ext: part({ flight_id: words, drone_model_key: words, payload_model_key: words, is_original: flag }),
    metadata: part({
      gimbal_yaw_degree: figure,
      absolute_altitude: figure,
      relative_altitude: figure,
      create_time: z.unknown().optional(),
      created_time: z.unknown().optional(),
      shoot_position: part({ lat: figure, lng: figure }),
    }),
  }),
  flight_task: part({ expected_file_count: whole, uploaded_file_count: whole, flight_type: whole }),
});

export interface UploadedFile {
  /** 0 or absent: the object is in the store. */
  result: number;
  objectKey: string;
  name: string;
  flightId: string | null;
  droneModel: string | null;
  payloadModel: string | null;
  original: boolean | null;
  kind: MediaRecord['kind'];
  gimbalYaw: number | null;
  /** Metres above sea level or ellipsoid as the aircraft counts, and above the take-off point. */
  absoluteAltitude: number | null;
  relativeAltitude: number | null;
  /** Epoch ms. */
  shotAt: number | null;
  lng: number | null;
  lat: number | null;
  expectedCount: number | null;
  uploadedCount: number | null;
}

const first = z.object({ flight_id: z.string().min(1).max(64) });
/** Data of `highest_priority_upload_flighttask_media`: whose files a dock uploads first. Null when it names no flight. */
export const decodeFirstUpload = (data: unknown): string | null => readOrNull(first, data)?.flight_id ?? null;

const timeText = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Moment in epoch ms from ISO 8601, `yyyy-MM-dd HH:mm:ss` or a number. Text without a zone is time at the
 * dock, `zoneMinutes` east of Greenwich. Null for anything else.
 */
export const readShotTime = (value: unknown, zoneMinutes: number): number | null => {
  const parts = typeof value === 'string' ? timeText.exec(value.trim()) : null;
  if (!parts) return readInstant(value);
  const [, year, month, day, clock, fraction = '', zone] = parts;
  const instant = Date.parse(
    `${year}-${month}-${day}T${clock}${fraction.slice(0, 4)}${zone?.toUpperCase() ?? 'Z'}`,
  );
  if (Number.isNaN(instant)) return null;
  return zone === undefined ? instant - zoneMinutes * 60_000 : instant;
};

const kindOf = (name: string): MediaRecord['kind'] => {
  if (/\.(jpe?g|png|dng|tiff?)$/i.test(name)) return 'photo';
  return /\.(mp4|mov)$/i.test(name) ? 'video' : 'other';
};

/** A key that cannot climb out of the place it is stored under. */
const isPlainKey = (key: string): boolean =>
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  !/[\\\u0000-\u001f\u007f]/.test(key) &&
  !key.startsWith('/') &&
  key.split('/').every((step) => step !== '' && step !== '.' && step !== '..');

/**
 * Data of `file_upload_callback`. Null when it names no object or a key with `..`, an empty step, a
 * backslash or a control character. `zoneMinutes`: offset of the dock from UTC, for times without a zone.
 */
export const decodeFileUpload = (data: unknown, zoneMinutes = 0): UploadedFile | null => {
  const read = readOrNull(shape, data);
  if (!read || !isPlainKey(read.file.object_key)) return null;
  const { file, flight_task: task } = read;
  const { ext, metadata } = file;
  const name = file.name ?? file.object_key.slice(file.object_key.lastIndexOf('/') + 1);
  const at = place(metadata.shoot_position.lng, metadata.shoot_position.lat);
  return {
    result: read.result ?? 0,
    objectKey: file.object_key,
    name,
    flightId: ext.flight_id,
    droneModel: ext.drone_model_key,
    payloadModel: ext.payload_model_key,
    original: ext.is_original,
    kind: kindOf(name),
    gimbalYaw: metadata.gimbal_yaw_degree,
    absoluteAltitude: metadata.absolute_altitude,
    relativeAltitude: metadata.relative_altitude,
    shotAt: readShotTime(metadata.create_time ?? metadata.created_time, zoneMinutes),
    lng: at?.lng ?? null,
    lat: at?.lat ?? null,
    expectedCount: task.expected_file_count,
    uploadedCount: task.uploaded_file_count,
  };
};
