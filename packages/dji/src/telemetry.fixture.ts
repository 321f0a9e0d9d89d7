import { mergeProperties, toDockStatus, toDroneTelemetry, type Snapshot } from './index.ts';

/** What a dock sends of itself comes in three parts. */
export const partA = {
  network_state: { type: 2, quality: 0, rate: 540 },
  drone_charge_state: { capacity_percent: 92, state: 0 },
  drone_in_dock: 1,
  rainfall: 0,
  wind_speed: 3.4,
  environment_temperature: 21.5,
  temperature: 24,
  humidity: 55,
  heading: -12,
  home_position_is_valid: 1,
  latitude: 39.9,
  longitude: 116.4,
  height: 62.1,
  position_state: { is_calibration: 1, is_fixed: 2, quality: 10, gps_number: 20, rtk_number: 18 },
  storage: { total: 60_000_000, used: 1_000_000 },
  mode_code: 0,
  cover_state: 0,
  silent_mode: 0,
  supplement_light_state: 0,
  emergency_stop_state: 0,
  air_conditioner: { air_conditioner_state: 7, switch_time: 40 },
  battery_store_mode: 2,
  putter_state: 0,
};
export const partB = {
  job_number: 42,
  acc_time: 7200,
  backup_battery: { switch: 0, voltage: 0, temperature: 20 },
};
export const partC = {
  drc_state: 0,
  flighttask_step_code: 5,
  media_file_detail: { remain_upload: 0 },
  wireless_link: { '4g_link_state': 0, sdr_link_state: 1, sdr_quality: 5, '4g_quality': 0 },
};

export const osd = (snapshot: Snapshot, data: unknown, at: number): Snapshot =>
  mergeProperties(snapshot, data, { at, source: 'osd' }).snapshot;
export const dockOf = (snapshot: Snapshot, now: number) =>
  toDockStatus(snapshot, { sn: 'GW', online: true, hms: [], hmsHeard: false, clockOffset: 5, now });
export const droneOf = (snapshot: Snapshot, now: number, online = true) =>
  toDroneTelemetry(snapshot, { sn: 'AC', dockOid: 'oid', online, flightOID: null, now });
