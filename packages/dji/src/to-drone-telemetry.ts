import { droneModes, isAirborne, limits } from '@eyrie/domain';
import type {
  CaptureState,
  DroneTelemetry,
  FloatingText,
  NightState,
  SearchlightState,
  StealthState,
} from '@eyrie/domain';
import { isAuxiliaryCamera, isPayloadIndex } from './models.ts';
import { flagAt, knownNumberAt, listAt, numberAt, textAt, wordAt } from './read.ts';
import type { Snapshot } from './snapshot.ts';
import { settingsOf } from './to-camera.ts';
import { thermalOf } from './to-thermal.ts';

type Values = Snapshot['values'];

const never = Number.MAX_SAFE_INTEGER;
const per = (value: number | null, divisor: number): number | null =>
  value === null ? null : value / divisor;

const modeOf = (values: Values): DroneTelemetry['mode'] => {
  const code = numberAt(values, 'mode_code');
  return code === null ? null : (droneModes[code] ?? 'unknown');
};

/** Zeros in both are what an aircraft without a position sends. */
const placeAt = (values: Values, lng: string, lat: string): { lng: number | null; lat: number | null } => {
  const place = { lng: numberAt(values, lng), lat: numberAt(values, lat) };
  return place.lng === 0 && place.lat === 0 ? { lng: null, lat: null } : place;
};

/** 1 north, clockwise in steps of 45 degrees. */
const windDirection = (values: Values): number | null => {
  const code = numberAt(values, 'wind_direction');
  return code === null || code < 1 || code > 8 ? null : (code - 1) * 45;
};

const batteries = (values: Values): DroneTelemetry['batteries'] =>
  listAt(values.battery, 'batteries').flatMap((battery) => {
    const index = numberAt(battery, 'index');
    if (index === null) return [];
    return {
      index,
      sn: textAt(battery, 'sn'),
      percent: knownNumberAt(battery, 'capacity_percent', 32767),
      voltage: per(knownNumberAt(battery, 'voltage', 32767), 1000),
      temperature: knownNumberAt(battery, 'temperature', 32767),
      cycles: numberAt(battery, 'loop_times'),
    };
  });

const mainCamera = (values: Values): unknown => {
  const cameras = listAt(values, 'cameras');
  return (
    cameras.find((camera) => {
      const index = textAt(camera, 'payload_index');
      return index !== null && !isAuxiliaryCamera(index);
    }) ?? cameras[0]
  );
};

/** The filming payload: that of the main camera, else the only payload that reports itself. */
const mainPayload = (values: Values, camera: unknown): string | null =>
  textAt(camera, 'payload_index') ??
  Object.keys(values).find((key) => isPayloadIndex(key) && !isAuxiliaryCamera(key)) ??
  null;

const payload = (
  values: Values,
  sticks: DroneTelemetryContext['sticks'],
): Pick<DroneTelemetry, 'gimbal' | 'camera'> => {
  const camera = mainCamera(values);
  const index = mainPayload(values, camera);
  const gimbal = index === null ? undefined : values[index];
  return {
    gimbal: {
      pitch: numberAt(gimbal, 'gimbal_pitch'),
      roll: numberAt(gimbal, 'gimbal_roll'),
      yaw: numberAt(gimbal, 'gimbal_yaw'),
    },
    camera: {
      payloadIndex: index,
      mode: numberAt(camera, 'camera_mode'),
      photo: flagAt(camera, 'photo_state'),
      recording: flagAt(camera, 'recording_state'),
      recordTime: numberAt(camera, 'record_time'),
      zoom: numberAt(camera, 'zoom_factor') ?? numberAt(gimbal, 'zoom_factor'),
      irZoom: numberAt(camera, 'ir_zoom_factor'),
      thermal: thermalOf(camera, gimbal),
      settings: settingsOf(camera, gimbal, values['camera_watermark_settings']),
      sticks: sticks != null,
      // Of another camera than this one it counts for nothing.
      night: sticks?.night && sticks.night.payloadIndex === index ? sticks.night : null,
      capture: sticks?.capture && sticks.capture.payloadIndex === index ? sticks.capture : null,
    },
  };
};

const positioning = (values: Values): DroneTelemetry['position'] => {
  const fixed = numberAt(values.position_state, 'is_fixed');
  return {
    fixed: fixed === null || fixed < 0 || fixed > 3 ? null : fixed === 2,
    quality: numberAt(values.position_state, 'quality'),
    gps: numberAt(values.position_state, 'gps_number'),
    rtk: numberAt(values.position_state, 'rtk_number'),
  };
};

/** What moves and drains: gone the moment the aircraft is offline. */
const liveValues = (values: Values, sticks: DroneTelemetryContext['sticks']) => ({
  speedH: numberAt(values, 'horizontal_speed'),
  speedV: numberAt(values, 'vertical_speed'),
  pitch: numberAt(values, 'attitude_pitch'),
  roll: numberAt(values, 'attitude_roll'),
  homeDistance: numberAt(values, 'home_distance'),
  wind: per(numberAt(values, 'wind_speed'), 10),
  windDir: windDirection(values),
  linkLoss: {
    action: wordAt(values, 'rc_lost_action', { 0: 'hover', 1: 'land', 2: 'return' } as const),
    leavesPoint: flagAt(values, 'commander_mode_lost_action'),
  },
  rth: {
    altitude: numberAt(values, 'rth_altitude'),
    power: numberAt(values.battery, 'return_home_power'),
    landingPower: numberAt(values.battery, 'landing_power'),
  },
  remainFlightTime: numberAt(values.battery, 'remain_flight_time'),
  percent: knownNumberAt(values.battery, 'capacity_percent', 32767),
  batteries: batteries(values),
  ...payload(values, sticks),
  searchlights: [...(sticks?.searchlights ?? [])],
  stealth: sticks?.stealth ?? null,
  position: positioning(values),
  storage: { totalKB: numberAt(values.storage, 'total'), usedKB: numberAt(values.storage, 'used') },
  nightLights: flagAt(values, 'night_lights_state'),
});

/** What moves or drains and is in every osd of an aircraft: in none for a while, it is not known any more. */
const moving: readonly string[] = [
  'latitude',
  'longitude',
  'height',
  'elevation',
  'horizontal_speed',
  'vertical_speed',
  'attitude_head',
  'attitude_pitch',
  'attitude_roll',
  'home_distance',
  'battery',
];

/** The values without those of these that the aircraft went on without: they would look like those of now. */
const currentValues = ({ values, at, osdAt }: Snapshot): Values => {
  const old = moving.filter(
    (key) =>
      osdAt !== null && values[key] !== undefined && osdAt - (at[key] ?? -Infinity) > limits.link.stale,
  );
  return old.length === 0
    ? values
    : Object.fromEntries(Object.entries(values).filter(([key]) => !old.includes(key)));
};

/** With the limit switched off there is none to show. */
const distanceLimit = (values: Values): number | null =>
  flagAt(values.distance_limit_status, 'state') === false
    ? null
    : numberAt(values.distance_limit_status, 'distance_limit');

export interface DroneTelemetryContext {
  sn: string;
  dockOid: string;
  online: boolean;
  flightOID: string | null;
  /** On the clock of the snapshot. */
  now: number;
  /** What the dock reports by the link of sticks; null or missing: it is not open. */
  sticks?: {
    night: NightState | null;
    capture: CaptureState | null;
    searchlights: readonly SearchlightState[];
    stealth: StealthState | null;
  } | null;
  /** What payload devices wrote into their windows last. */
  floatingTexts?: readonly FloatingText[];
}

/**
 * The aircraft as the product knows it; a figure nobody told is null, never 0. Wind in m/s (sent in tenths),
 * its direction in degrees, voltages in volts (sent in mV). Offline, the live values are gone and what the
 * last-known marker needs stays: place, heights, heading, mode, and the home and limits that were set.
 */
export const toDroneTelemetry = (snapshot: Snapshot, context: DroneTelemetryContext): DroneTelemetry => {
  const values = context.online ? currentValues(snapshot) : snapshot.values;
  const place = placeAt(values, 'longitude', 'latitude');
  const home = placeAt(values, 'home_longitude', 'home_latitude');
  const mode = modeOf(values);
  return {
    sn: context.sn,
    dockOid: context.dockOid,
    online: context.online,
    airborne: isAirborne(context.online, mode),
    mode,
    modeCode: numberAt(values, 'mode_code'),
    reason: numberAt(values, 'mode_code_reason'),
    ...place,
    height: numberAt(values, 'height'),
    elevation: numberAt(values, 'elevation'),
    head: numberAt(values, 'attitude_head'),
    homeLng: home.lng,
    homeLat: home.lat,
    ...liveValues(context.online ? values : {}, context.online ? context.sticks : null),
    floatingTexts: context.online ? [...(context.floatingTexts ?? [])] : [],
    trackId: textAt(values, 'track_id'),
    limits: { height: numberAt(values, 'height_limit'), distance: distanceLimit(values) },
    flightOID: context.flightOID,
    ageMs: snapshot.osdAt === null ? never : Math.max(0, context.now - snapshot.osdAt),
  };
};
