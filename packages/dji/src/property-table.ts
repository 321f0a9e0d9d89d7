import { isPayloadIndex } from './models.ts';
import { code, flag, list, orUnknown, struct, text, unknownAs, within, type Read } from './property-reads.ts';

const latitude = within(-90, 90);
const longitude = within(-180, 180);
const height = within(-1_000, 20_000);
const degrees = within(-360, 360);
const percent = within(0, 100);
const temperature = within(-100, 200);
/** Batteries answer 32767 for "not known". */
const batteryPercent = unknownAs(32767, percent);
const batteryTemperature = unknownAs(32767, temperature);
const count = within(0, Number.MAX_SAFE_INTEGER);
const satellites = within(0, 500);
const millivolts = orUnknown(within(0, 100_000));
const zoom = orUnknown(within(0, 1_000));
/** Waits and remaining times, s. */
const seconds = within(0, 86_400);

const storage = struct({ total: count, used: count });
const batteries = list(
  struct({
    index: code,
    sn: text,
    capacity_percent: batteryPercent,
    voltage: millivolts,
    temperature: batteryTemperature,
    loop_times: count,
  }),
);

const shared: Readonly<Record<string, Read>> = {
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
    gps_number: satellites,
    rtk_number: satellites,
  }),
  maintain_status: struct({ maintain_status_array: list(struct({ state: code })) }),
  firmware_version: text,
  firmware_upgrade_status: code,
  compatible_status: code,
};

const dock: Readonly<Record<string, Read>> = {
  heading: degrees,
  flighttask_step_code: code,
  cover_state: code,
  putter_state: code,
  supplement_light_state: flag,
  drone_in_dock: flag,
  drone_charge_state: struct({ capacity_percent: batteryPercent, state: code }),
  air_conditioner: struct({ air_conditioner_state: code, switch_time: seconds }),
  air_conditioner_mode: code,
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
  alternate_land_point: struct({
    latitude,
    longitude,
    height,
    safe_land_height: height,
    is_configured: flag,
  }),
  job_number: count,
  acc_time: count,
  first_power_on: count,
  activation_time: count,
  electric_supply_voltage: within(0, 1_000),
  working_voltage: millivolts,
  working_current: within(-1e6, 1e6),
  backup_battery: struct({ switch: flag, voltage: millivolts, temperature: batteryTemperature }),
  drone_battery_maintenance_info: struct({
    maintenance_state: code,
    maintenance_time_left: count,
    heat_state: code,
    batteries,
  }),
  sub_device: struct({
    device_sn: text,
    device_model_key: text,
    product_type: text,
    device_online_status: flag,
    device_paired: flag,
  }),
  wireless_link: struct({
    dongle_number: count,
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
  dongle_infos: list(
    struct({
      imei: text,
      dongle_type: code,
      esim_activate_state: code,
      sim_card_state: flag,
      sim_slot: code,
      esim_infos: list(struct({ telecom_operator: code, enabled: flag })),
    }),
  ),
  // Of a remote controller itself.
  capacity_percent: percent,
  country: text,
  live_capacity: struct({ device_list: list(struct()), available_video_number: count }),
  live_status: list(struct({ video_id: text })),
};

const aircraft: Readonly<Record<string, Read>> = {
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
    remain_flight_time: seconds,
    return_home_power: percent,
    landing_power: percent,
    batteries,
  }),
  total_flight_distance: count,
  total_flight_time: count,
  total_flight_sorties: count,
  track_id: text,
  height_limit: within(0, 10_000),
  rth_altitude: within(0, 10_000),
  commander_flight_height: within(0, 10_000),
  commander_flight_mode: code,
  distance_limit_status: struct({ state: flag, distance_limit: within(0, 1e6) }),
  rth_mode: code,
  rc_lost_action: code,
  exit_wayline_when_rc_lost: code,
  obstacle_avoidance: struct({ horizon: flag, upside: flag, downside: flag }),
  night_lights_state: flag,
  control_source: text,
  camera_watermark_settings: struct({ global_enable: flag }),
  payloads: list(struct({ payload_index: text })),
  cameras: list(
    struct({
      payload_index: text,
      camera_mode: code,
      photo_state: flag,
      recording_state: flag,
      record_time: count,
      zoom_factor: zoom,
      ir_zoom_factor: zoom,
    }),
  ),
};

const readers: ReadonlyMap<string, Read> = new Map(Object.entries({ ...shared, ...dock, ...aircraft }));

const payload = struct({
  gimbal_pitch: degrees,
  gimbal_roll: degrees,
  gimbal_yaw: degrees,
  zoom_factor: zoom,
});

/** A dock counts the wind in m/s, its aircraft in tenths of that. */
const dockWind = within(0, 100);

/** How a property is read; null for properties nobody described, which are kept as they are. */
export const readerOf = (key: string, device?: 'dock' | 'drone'): Read | null => {
  if (device === 'dock' && key === 'wind_speed') return dockWind;
  return readers.get(key) ?? (isPayloadIndex(key) ? payload : null);
};

/** Halves of one place: half a place, joined with what was told before, would be somewhere else. */
export const pairs: readonly (readonly [string, string])[] = [
  ['latitude', 'longitude'],
  ['home_latitude', 'home_longitude'],
];

/** Is the property in the table, so that their number is bounded by it. */
export const isListed = (key: string): boolean => readers.has(key);

const settings: ReadonlySet<string> = new Set([
  'distance_limit_status',
  'obstacle_avoidance',
  'camera_watermark_settings',
]);

/** Structs of which a message may carry single members; all others come whole and replace. */
export const comesPartially = (key: string): boolean => settings.has(key) || isPayloadIndex(key);
