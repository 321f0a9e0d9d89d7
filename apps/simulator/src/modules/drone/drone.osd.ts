import { landingPower, millivolts, returnHomePower, type Battery } from '../battery/index.ts';
import { windOctant, type Weather } from '../weather/index.ts';
import type { Drone } from './drone.ts';
import type { Gear } from './gear.ts';
import type { DroneModel } from './models.ts';

export interface DroneView {
  drone: Drone;
  model: DroneModel;
  sn: string;
  dock: { sn: string; height: number };
  battery: Battery;
  gear: Gear;
  /** What it was upgraded to; null: as it came. */
  firmware?: string | null;
  weather: Weather;
  speedUp: number;
}

/** That its thermal lens has. */
const palettes = [0, 1, 2, 3, 5, 6, 8, 11, 12, 13];

const round = (value: number, digits: number) => Number(value.toFixed(digits));

const batteryOf = ({ battery, model, drone, gear, speedUp }: DroneView) => {
  const usable = Math.max(0, battery.percent - landingPower);
  return {
    capacity_percent: Math.round(battery.percent),
    remain_flight_time: Math.round(((usable / 100) * model.ratedSeconds) / speedUp),
    return_home_power: returnHomePower(drone.homeDistance, model.maxSpeed, model.ratedSeconds),
    landing_power: landingPower,
    remain_job_time: 65_535,
    batteries: Array.from({ length: model.batteries }, (_, index) => ({
      index,
      sn: gear.batteries[index] ?? '',
      type: 0,
      sub_type: 0,
      firmware_version: '02.00.20.60',
      capacity_percent: Math.round(battery.percent),
      voltage: millivolts(battery, index),
      temperature: round(battery.temperature, 1),
      loop_times: battery.cycles,
      high_voltage_storage_days: 3,
    })),
  };
};

/** Degrees Celsius of a place of the thermal picture: the ground warms to the right and downwards. */
const warmth = (x: number, y: number): number => round(20 + 15 * x + 10 * y, 1);
const spotOf = (x: number, y: number) => ({ x, y, temperature: warmth(x, y) });

const meteringOf = ({ camera: { meteringMode, meteringAt } }: Drone) => {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(meteringAt[key] ?? 0));
  const [left, top] = [x ?? 0, y ?? 0];
  const [right, bottom] = [Math.min(1, left + (width ?? 0)), Math.min(1, top + (height ?? 0))];
  const area = {
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    aver_temperature: warmth((left + right) / 2, (top + bottom) / 2),
    min_temperature_point: spotOf(left, top),
    max_temperature_point: spotOf(right, bottom),
  };
  return {
    ir_metering_mode: meteringMode,
    ...(meteringMode === 1 ? { ir_metering_point: spotOf(left, top) } : {}),
    ...(meteringMode === 2 ? { ir_metering_area: area } : {}),
  };
};

const cameraOf = ({ drone, model }: DroneView) => ({
  payload_index: model.camera,
  // A route records whatever was chosen by hand.
  camera_mode: drone.recording ? 1 : drone.camera.mode,
  photo_state: drone.shooting ? 1 : 0,
  recording_state: drone.recording ? 1 : 0,
  record_time: Math.round(drone.recordSeconds),
  remain_photo_num: 7213,
  remain_record_duration: 5540,
  screen_split_enable: drone.camera.split,
  zoom_factor: round(drone.camera.zoom, 2),
  ir_zoom_factor: round(drone.camera.irZoom, 2),
  liveview_world_region: { left: 0.3, top: 0.3, right: 0.7, bottom: 0.7 },
  photo_storage_settings: drone.camera.photoStorage,
  video_storage_settings: drone.camera.videoStorage,
  wide_exposure_mode: drone.camera.exposureMode,
  wide_iso: 3,
  wide_shutter_speed: 17,
  wide_exposure_value: drone.camera.exposureValue,
  zoom_focus_mode: drone.camera.focusMode,
  zoom_focus_value: drone.camera.focusValue,
  zoom_focus_state: 0,
  ...meteringOf(drone),
});

const motionOf = ({ drone, weather, dock }: DroneView) => ({
  mode_code: drone.mode,
  gear: 1,
  latitude: round(drone.lat, 9),
  longitude: round(drone.lng, 9),
  height: round(dock.height + drone.elevation, 3),
  elevation: round(drone.elevation, 2),
  horizontal_speed: round(drone.speed, 2),
  vertical_speed: round(drone.climb, 2),
  attitude_head: round(drone.head, 1),
  attitude_pitch: round(drone.pitch, 1),
  attitude_roll: round(drone.roll, 1),
  home_distance: round(drone.homeDistance, 2),
  wind_speed: Math.round(weather.wind * 10),
  wind_direction: windOctant(weather.windFrom),
});

/** One osd message of the aircraft. The keys nobody documents are there because real ones send them. */
export function droneOsd(view: DroneView): Record<string, unknown> {
  const { drone, model, dock } = view;
  const { settings } = drone;
  return {
    ...motionOf(view),
    battery: batteryOf(view),
    position_state: { is_fixed: 2, quality: 5, gps_number: 24, rtk_number: 31 },
    storage: { total: 60_082_000, used: drone.storageUsed },
    total_flight_distance: round(drone.flown.distance, 1),
    total_flight_time: Math.round(drone.flown.time),
    total_flight_sorties: drone.flown.sorties,
    track_id: drone.trackId,
    maintain_status: {
      maintain_status_array: [
        {
          state: 0,
          last_maintain_type: 1,
          last_maintain_time: 0,
          last_maintain_flight_time: 0,
          last_maintain_flight_sorties: 0,
        },
      ],
    },
    height_limit: settings.height_limit,
    rth_altitude: settings.rth_altitude,
    distance_limit_status: {
      state: settings.state,
      distance_limit: settings.distance_limit,
      is_near_distance_limit: 0,
    },
    rc_lost_action: 2,
    exit_wayline_when_rc_lost: 0,
    obstacle_avoidance: {
      horizon: settings.horizon,
      upside: settings.upside,
      downside: settings.downside,
    },
    night_lights_state: settings.night_lights_state,
    is_near_height_limit: 0,
    is_near_area_limit: 0,
    country: 'CN',
    rid_state: true,
    best_link_gateway: dock.sn,
    activation_time: 1_690_000_000,
    cameras: [cameraOf(view)],
    [model.camera]: {
      payload_index: model.camera,
      gimbal_pitch: round(drone.gimbalPitch, 1),
      gimbal_roll: 0,
      gimbal_yaw: round(((drone.head + drone.camera.yaw + 540) % 360) - 180, 1),
      zoom_factor: 0.5678,
      measure_target_error_state: 3,
      ...drone.camera.thermal,
      thermal_supported_palette_styles: palettes,
      thermal_global_temperature_min: warmth(0, 0),
      thermal_global_temperature_max: warmth(1, 1),
      version: 1,
    },
    fts_info: { fts_status: 65_535 },
    is_beidou_version: 0,
    geo_caging_status: { state: 0 },
  };
}

/** State messages of an aircraft that has just come on: one property each. */
export function droneStates(view: DroneView, home: { lng: number; lat: number }): Record<string, unknown>[] {
  const { model, gear, drone } = view;
  const behind = gear.behind && view.firmware == null;
  const firmware = view.firmware ?? (behind ? model.olderFirmware : model.firmware);
  return [
    { firmware_version: firmware },
    // 1: its release does not go with that of the dock.
    { compatible_status: behind ? 1 : 0 },
    { firmware_upgrade_status: 0 },
    { mode_code_reason: drone.reason },
    { home_latitude: home.lat, home_longitude: home.lng },
    { control_source: 'A' },
    {
      payloads: [
        { payload_index: model.camera, control_source: 'A', firmware_version: firmware, sn: gear.gimbal },
      ],
    },
    { low_battery_warning_threshold: 20, serious_low_battery_warning_threshold: 10 },
    { rth_mode: 1, current_rth_mode: 1 },
    { commander_flight_height: 60 },
    { commander_mode_lost_action: 1 },
  ];
}
