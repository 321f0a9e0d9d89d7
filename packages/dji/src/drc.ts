import {
  stickAxes,
  stickLandings,
  type CaptureState,
  type FloatingText,
  type NightState,
  type ObstacleReport,
  type SearchlightState,
  type StickDelays,
  type StickLanding,
  type StickMotion,
  type Sticks,
} from '@eyrie/domain';
import { z } from 'zod';
import { readOrNull } from './tolerant.ts';
import { floatingTextIn, floatingTextPush, otherDeviceIn, psdkStatePush, searchlightIn } from './psdk.ts';
import { flagAt, numberAt, textAt } from './read.ts';
import type { Service } from './services.ts';
import { delaysIn, motionIn, obstaclesIn, pushOf } from './stick-reports.ts';
import { isRecord } from './wire.ts';

const centre = 1024;
const reach = 660;

const deflected = (value: number): number => {
  if (!(value >= -1 && value <= 1)) throw new RangeError('deflection must be -1 to 1');
  return centre + Math.round(value * reach);
};

/**
 * Text of a `stick_control`, which docks of the second and third generation know: 364 to 1684 each, 1024 in the middle.
 * @throws RangeError for a deflection that is no number from -1 to 1
 */
export const encodeSticks = (seq: number, sticks: Sticks): string =>
  JSON.stringify({
    seq,
    method: 'stick_control',
    data: Object.fromEntries(stickAxes.map((axis) => [axis, deflected(sticks[axis])])),
  });

/** Text of a heartbeat, which goes with a frame of sticks. `timestamp`: epoch ms. */
export const encodeHeartbeat = (seq: number, timestamp: number): string =>
  JSON.stringify({ seq, method: 'heart_beat', data: { timestamp: Math.round(timestamp) } });

const stopMethod = 'drone_emergency_stop';

/** Text of the stop of all motion: the aircraft hovers, its motors run on. */
export const encodeEmergencyStop = (seq: number): string =>
  JSON.stringify({ seq, method: stopMethod, data: null });

export const landingMethods: Readonly<Record<StickLanding, string>> = {
  emergency: 'drc_emergency_landing',
  force: 'drc_force_landing',
};

/** Text of a landing where the aircraft is; the stop of all motion cancels it. */
export const encodeLanding = (seq: number, landing: StickLanding): string =>
  JSON.stringify({ seq, method: landingMethods[landing], data: null });

/** Text by which a dock is asked to report its camera on this link. */
export const encodeStateRequest = (seq: number): string =>
  JSON.stringify({ seq, method: stateRequest, data: null });
export const stateRequest = 'drc_initial_state_subscribe';

/** Text of an order that goes over the link of sticks: without the envelope of the others, answered by its number. */
export const encodeBySticks = (seq: number, { method, data }: Service): string =>
  JSON.stringify({ seq, method, data });

/** Puts out all lights of the aircraft, or lets them shine again. */
export const stealthService = (on: boolean): Service => ({
  method: 'drc_stealth_state_set',
  // The table calls it a flag, the examples have a number.
  data: { stealth_state: on ? 1 : 0 },
  bySticks: true,
});
/** The push of the link of sticks in which the aircraft says whether its lights are out. */
const droneStatePush = 'drc_drone_state_push';

/** Where and as whom a dock opens its second connection, and what it reports there. */
export interface DrcAccount {
  /** Of the broker as docks reach it: `mqtt://host:port`, or `mqtts:` with TLS. */
  url: string;
  clientId: string;
  username: string;
  password: string;
  /** Epoch ms. */
  expiresAt: number;
  /** Hz. */
  stateFrequency: number;
  obstacleFrequency: number;
}

const secure: ReadonlySet<string> = new Set(['mqtts:', 'ssl:', 'wss:']);

export const drcModeEnter = (account: DrcAccount): Service => {
  const { protocol, hostname, port } = new URL(account.url);
  const tls = secure.has(protocol);
  return {
    method: 'drc_mode_enter',
    data: {
      mqtt_broker: {
        address: `${hostname}:${port || (tls ? 8883 : 1883)}`,
        client_id: account.clientId,
        username: account.username,
        password: account.password,
        expire_time: Math.floor(account.expiresAt / 1_000),
        enable_tls: tls,
      },
      osd_frequency: account.stateFrequency,
      hsi_frequency: account.obstacleFrequency,
    },
  };
};

export const drcModeExit = (): Service => ({ method: 'drc_mode_exit', data: null });

/** What a dock says of its link for sticks: 0 closed, 1 opening, 2 open; null: nothing. */
export const drcStateOf = (values: unknown): number | null => numberAt(values, 'drc_state');

const heartbeat = z.object({ timestamp: z.number() });
const answer = z.object({ result: z.number().int() });

const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Above the ellipsoid, metres. */
  height: z.number(),
  attitude_head: z.number(),
});
/** Where an aircraft is and looks to, as it reports it ten times a second. Metres above the ellipsoid, degrees. */
export interface DrcPlace {
  lng: number;
  lat: number;
  height: number;
  head: number;
}
const placeIn = (data: unknown): DrcPlace | null => {
  const read = readOrNull(place, data);
  // What has no position says zero for both.
  if (!read || (read.latitude === 0 && read.longitude === 0)) return null;
  const { longitude: lng, latitude: lat, height, attitude_head: head } = read;
  return { lng, lat, height, head };
};

const codeAt = (value: unknown, key: string): number | null => {
  const read = numberAt(value, key);
  return read === null || !Number.isInteger(read) ? null : read;
};
const nightIn = (data: unknown): NightState | null => {
  const payloadIndex = textAt(data, 'payload_index');
  const settings = partAt(partAt(data, 'camera_state'), 'night_mode_settings');
  if (payloadIndex === null || settings === null) return null;
  return {
    payloadIndex,
    mode: codeAt(settings, 'night_mode'),
    denoise: codeAt(settings, 'denoise_level'),
    vision: flagAt(settings, 'night_vision_enable'),
    fillLight: flagAt(settings, 'infrared_fill_light_enable'),
    advised: flagAt(settings, 'night_scene_mode_suggestion'),
    working: flagAt(settings, 'is_working'),
  };
};
const captureIn = (data: unknown): CaptureState | null => {
  const payloadIndex = textAt(data, 'payload_index');
  const camera = partAt(data, 'camera_state');
  if (payloadIndex === null || camera === null) return null;
  return {
    payloadIndex,
    format: codeAt(camera, 'photo_format'),
    resolution: codeAt(camera, 'video_resolution'),
    linkedZoom: flagAt(camera, 'linkage_zoom_state'),
    interval: numberAt(camera, 'interval_photo_interval'),
  };
};
const partAt = (value: unknown, key: string): unknown => {
  const part = isRecord(value) ? value[key] : undefined;
  return isRecord(part) ? part : null;
};

/** What a dock says on the topic of sticks, as far as it counts here; null: anything else. */
export const decodeDrcUp = (
  named: string | null,
  data: unknown,
):
  | { kind: 'heartbeat'; timestamp: number }
  | { kind: 'delay'; delays: StickDelays }
  | { kind: 'obstacles'; obstacles: ObstacleReport }
  | { kind: 'landing'; landing: StickLanding; result: number }
  | { kind: 'stop'; result: number }
  | { kind: 'state'; place: DrcPlace | null; motion: StickMotion | null }
  | { kind: 'camera'; night: NightState | null; capture: CaptureState | null }
  | { kind: 'searchlight'; searchlight: Omit<SearchlightState, 'at'> }
  | { kind: 'stealth'; on: boolean }
  | { kind: 'otherDevice'; psdkIndex: number }
  | { kind: 'floatingText'; floating: Omit<FloatingText, 'at'> }
  | null => {
  const method = named ?? pushOf(data);
  if (method === 'osd_info_push') return { kind: 'state', place: placeIn(data), motion: motionIn(data) };
  if (method === 'hsi_info_push') {
    const obstacles = obstaclesIn(data);
    return obstacles && { kind: 'obstacles', obstacles };
  }
  if (method === 'drc_camera_state_push')
    return { kind: 'camera', night: nightIn(data), capture: captureIn(data) };
  if (method === droneStatePush) {
    const on = flagAt(data, 'stealth_state');
    return on === null ? null : { kind: 'stealth', on };
  }
  if (method === psdkStatePush) {
    const searchlight = searchlightIn(data);
    if (searchlight) return { kind: 'searchlight', searchlight };
    const psdkIndex = otherDeviceIn(data);
    return psdkIndex === null ? null : { kind: 'otherDevice', psdkIndex };
  }
  if (method === floatingTextPush) {
    const floating = floatingTextIn(data);
    return floating && { kind: 'floatingText', floating };
  }
  if (method === 'heart_beat') {
    const read = readOrNull(heartbeat, data);
    return read && { kind: 'heartbeat', timestamp: read.timestamp };
  }
  if (method === stopMethod) {
    const read = readOrNull(answer, data);
    return read && { kind: 'stop', result: read.result };
  }
  const landing = stickLandings.find((one) => landingMethods[one] === method);
  if (landing) {
    const read = readOrNull(answer, data);
    return read && { kind: 'landing', landing, result: read.result };
  }
  if (method !== 'delay_info_push') return null;
  const delays = delaysIn(data);
  return delays && { kind: 'delay', delays };
};
