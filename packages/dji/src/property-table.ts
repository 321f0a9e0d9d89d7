import { isPayloadIndex } from './models.ts';
import { isRecord } from './wire.ts';

/** Can this value be what the property says it is. */
export type Check = (value: unknown) => boolean;

const within =
  (low: number, high: number): Check =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high;
const real: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const text: Check = (value) => typeof value === 'string' && value.length <= 1024;
/** Any whole number: firmware adds values, and an unknown one must survive. */
const code: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => Number.isSafeInteger(value) || typeof value === 'boolean';
const list =
  (entry: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= 256 && value.every(entry);
/**
 * Members that are absent or null are not told; one member of the wrong kind spoils the struct, and one that tells
 * none of its members tells nothing: it must not wipe out what was told before.
 */
const struct =
  (members: Readonly<Record<string, Check>> = {}): Check =>
  (value) => {
    if (!isRecord(value)) return false;
    const named = Object.entries(members);
    const told = named.filter(([name]) => value[name] !== undefined && value[name] !== null);
    return (named.length === 0 || told.length > 0) && told.every(([name, check]) => check(value[name]));
  };

const latitude = within(-90, 90);
const longitude = within(-180, 180);
const height = within(-1_000, 20_000);
const degrees = within(-360, 360);
const percent = within(0, 100);
const temperature = within(-100, 200);
/** Batteries answer 32767 for "not known". */
const batteryPercent: Check = (value) => value === 32767 || percent(value);
const batteryTemperature: Check = (value) => value === 32767 || temperature(value);
const count = within(0, Number.MAX_SAFE_INTEGER);

const storage = struct({ total: count, used: count });
const batteries = list(
  struct({
    index: code,
    sn: text,
    capacity_percent: batteryPercent,
    voltage: real,
    temperature: batteryTemperature,
    loop_times: count,
  }),
);

const shared: Readonly<Record<string, Check>> = {
  mode_code: code,
  latitude,
  longitude,
  height,
  wind_speed: within(0, 1_000),
  storage,
  position_state: struct({
    is_calibration: flag,
    is_fixed: code,
    quality: code,
    gps_number: count,
    rtk_number: count,
  }),
  maintain_status: struct({ maintain_status_array: list(struct({ state: code })) }),
  firmware_version: text,
  firmware_upgrade_status: code,
  compatible_status: code,
};

const dock: Readonly<Record<string, Check>> = {
  heading: degrees,
  flighttask_step_code: code,
  cover_state: code,
  putter_state: code,
  supplement_light_state: flag,
  drone_in_dock: flag,
  drone_charge_state: struct({ capacity_percent: batteryPercent, state: code }),
  air_conditioner: struct({ air_conditioner_state: code, switch_time: count }),
  emergency_stop_state: flag,
  alarm_state: flag,
  battery_store_mode: code,
  network_state: struct({ type: code, quality: code, rate: within(0, 1e9) }),
  rainfall: code,
  environment_temperature: temperature,
  temperature,
  humidity: percent,
  home_position_is_valid: code,
  self_converge_coordinate: struct({ latitude, longitude, height }),
  alternate_land_point: struct({ latitude, longitude, height, safe_land_height: real, is_configured: flag }),
  job_number: count,
  acc_time: count,
  first_power_on: count,
  activation_time: count,
  electric_supply_voltage: real,
  working_voltage: real,
  working_current: real,
  backup_battery: struct({ switch: flag, voltage: real, temperature: batteryTemperature }),
  drone_battery_maintenance_info: struct({ maintenance_state: code, heat_state: code, batteries }),
  sub_device: struct({
    device_sn: text,
    device_model_key: text,
    product_type: text,
    device_online_status: flag,
    device_paired: flag,
  }),
  wireless_link: struct({
    '4g_link_state': flag,
    sdr_link_state: flag,
    link_workmode: code,
    sdr_quality: code,
    '4g_quality': code,
  }),
  media_file_detail: struct({ remain_upload: count }),
  drc_state: code,
  silent_mode: flag,
  user_experience_improvement: code,
  air_transfer_enable: flag,
  live_capacity: struct({ device_list: list(struct()), available_video_number: count }),
  live_status: list(struct({ video_id: text })),
};

const aircraft: Readonly<Record<string, Check>> = {
  mode_code_reason: code,
  gear: code,
  elevation: height,
  horizontal_speed: within(-200, 200),
  vertical_speed: within(-200, 200),
  attitude_head: degrees,
  attitude_pitch: degrees,
  attitude_roll: degrees,
  home_distance: within(0, 1e6),
  home_latitude: latitude,
  home_longitude: longitude,
  wind_direction: code,
  battery: struct({
    capacity_percent: batteryPercent,
    remain_flight_time: count,
    return_home_power: percent,
    landing_power: percent,
    batteries,
  }),
  total_flight_distance: real,
  total_flight_time: real,
  total_flight_sorties: real,
  track_id: text,
  height_limit: within(0, 10_000),
  rth_altitude: within(0, 10_000),
  distance_limit_status: struct({ state: flag, distance_limit: within(0, 1e6) }),
  rth_mode: code,
  rc_lost_action: code,
  exit_wayline_when_rc_lost: code,
  obstacle_avoidance: struct({ horizon: flag, upside: flag, downside: flag }),
  night_lights_state: flag,
  control_source: text,
  payloads: list(struct({ payload_index: text })),
  cameras: list(
    struct({
      payload_index: text,
      camera_mode: code,
      photo_state: flag,
      recording_state: flag,
      record_time: count,
      zoom_factor: real,
      ir_zoom_factor: real,
    }),
  ),
};

const checks: ReadonlyMap<string, Check> = new Map(Object.entries({ ...shared, ...dock, ...aircraft }));

const payload = struct({
  gimbal_pitch: degrees,
  gimbal_roll: degrees,
  gimbal_yaw: degrees,
  zoom_factor: real,
});

/** How a property is checked; null for properties nobody described, which are kept as they are. */
export const checkOf = (key: string): Check | null =>
  checks.get(key) ?? (isPayloadIndex(key) ? payload : null);

/** Is the property in the table, so that their number is bounded by it. */
export const isListed = (key: string): boolean => checks.has(key);

const settings: ReadonlySet<string> = new Set([
  'distance_limit_status',
  'obstacle_avoidance',
  'camera_watermark_settings',
]);

/** Structs of which a message may carry single members; all others come whole and replace. */
export const comesPartially = (key: string): boolean => settings.has(key) || isPayloadIndex(key);
