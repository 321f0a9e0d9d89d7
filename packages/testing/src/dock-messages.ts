/**
 * What a healthy dock and its aircraft report, written out by hand from the public documents and split into
 * the parts a real dock sends. Deliberately not made with the product's own codec.
 */
export const osdPartA = {
  network_state: { type: 2, quality: 0, rate: 540 },
  drone_charge_state: { capacity_percent: 92, state: 0 },
  drone_in_dock: 1,
  rainfall: 0,
  wind_speed: 3.4,
  environment_temperature: 21.5,
  temperature: 24,
  humidity: 55,
  heading: -12.5,
  home_position_is_valid: 1,
  latitude: 22.539,
  longitude: 113.949,
  height: 62.1,
  alternate_land_point: {
    latitude: 22.5391,
    longitude: 113.9491,
    safe_land_height: 30,
    is_configured: 1,
    height: 62,
  },
  first_power_on: 1_700_000_000_000,
  position_state: { is_calibration: 1, is_fixed: 2, quality: 10, gps_number: 20, rtk_number: 18 },
  storage: { total: 60_000_000, used: 1_000_000 },
  mode_code: 0,
  cover_state: 0,
  silent_mode: 0,
  supplement_light_state: 0,
  emergency_stop_state: 0,
  air_conditioner: { air_conditioner_state: 0, switch_time: 0 },
  battery_store_mode: 2,
  alarm_state: 0,
  putter_state: 0,
} as const;

export const osdPartB = {
  job_number: 42,
  acc_time: 720_000,
  activation_time: 1_700_000_000,
  deployment_mode: 1,
  maintain_status: { maintain_status_array: [{ state: 0, last_maintain_type: 0 }] },
  electric_supply_voltage: 221,
  working_voltage: 24_100,
  working_current: 900,
  backup_battery: { switch: 1, voltage: 27_000, temperature: 22 },
  drone_battery_maintenance_info: { maintenance_state: 0, heat_state: 0, batteries: [] },
} as const;

export const osdPartC = {
  drc_state: 0,
  flighttask_prepare_capacity: 1,
  flighttask_step_code: 5,
  media_file_detail: { remain_upload: 0 },
  sdr: { up_quality: 95, down_quality: 96, frequency_band: 2.4 },
  wireless_link: { '4g_link_state': 0, sdr_link_state: 1, link_workmode: 0, sdr_quality: 5, '4g_quality': 0 },
} as const;

export const droneOsd = {
  mode_code: 0,
  gear: 1,
  latitude: 22.539,
  longitude: 113.949,
  height: 62.1,
  elevation: 0,
  horizontal_speed: 0,
  vertical_speed: 0,
  attitude_head: -12.5,
  attitude_pitch: 0.4,
  attitude_roll: -0.2,
  home_distance: 0,
  wind_speed: 16,
  wind_direction: 3,
  battery: {
    capacity_percent: 92,
    remain_flight_time: 2100,
    return_home_power: 25,
    landing_power: 10,
    batteries: [
      { index: 0, sn: 'BATTERY1', capacity_percent: 92, voltage: 24_800, temperature: 28.5, loop_times: 31 },
    ],
  },
  position_state: { is_fixed: 2, quality: 5, gps_number: 22, rtk_number: 17 },
  storage: { total: 40_000_000, used: 2_000_000 },
  rth_altitude: 60,
  height_limit: 500,
  track_id: '',
} as const;

/** Data of `flighttask_progress`. */
export const progressData = (
  flightId: string,
  part: {
    status: string;
    percent?: number;
    step?: number;
    waypoint?: number;
    missionState?: number;
    mediaCount?: number;
    result?: number;
    /** Where the route was left. */
    broken?: { index: number; progress: number; reason: number };
  },
) => ({
  result: part.result ?? 0,
  output: {
    status: part.status,
    progress: { current_step: part.step ?? 25, percent: part.percent ?? 50 },
    ext: {
      flight_id: flightId,
      track_id: 'track-1',
      current_waypoint_index: part.waypoint ?? 0,
      wayline_id: 0,
      wayline_mission_state: part.missionState ?? 6,
      media_count: part.mediaCount ?? 0,
      ...(part.broken
        ? {
            break_point: {
              index: part.broken.index,
              state: 0,
              progress: part.broken.progress,
              wayline_id: 0,
              break_reason: part.broken.reason,
            },
          }
        : {}),
    },
  },
});
