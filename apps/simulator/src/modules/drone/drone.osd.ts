import { landingPower, millivolts, returnHomePower, type Battery } from '../battery/index.ts';
import { windOctant, type Weather } from '../weather/index.ts';
import { localPlane } from '@eyrie/geometry';
import { focusRange, lookOf, type Drone } from './drone.ts';
import type { Gear } from './gear.ts';
import type { DroneModel } from './models.ts';
import { groundSeen, openingOf } from './sight.ts';
import { areaSeen, warmthSeen, type ThermalLook } from './warmth.ts';

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
  /** Joints that are whole, by their names; none unless given. */
  repaired?: readonly string[] | undefined;
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

/** What a thermal camera measures at each gain, degrees Celsius. */
const gains: Readonly<Record<number, readonly [number, number]>> = {
  0: [-20, 500],
  1: [0, 500],
  2: [-20, 150],
};

/** As its gain measures it: what is beyond shows the end of the range. */
const measured = ({ camera }: Drone, temperature: number): number => {
  const [least, most] = gains[camera.thermal['thermal_gain_mode'] ?? 0] ?? [-20, 500];
  return round(Math.min(most, Math.max(least, temperature)), 1);
};
type ThermalView = Pick<DroneView, 'drone' | 'repaired'>;
const thermalLook = ({ drone, repaired }: ThermalView): ThermalLook => ({
  ...lookOf(drone),
  lng: drone.lng,
  lat: drone.lat,
  opening: openingOf('ir', drone.camera),
  repaired,
});
const spotOf = (drone: Drone, { x, y, temperature }: { x: number; y: number; temperature: number }) => ({
  x: round(x, 4),
  y: round(y, 4),
  temperature: measured(drone, temperature),
});
const whole = { x: 0, y: 0, width: 1, height: 1 };

const meteringOf = (view: ThermalView) => {
  const { drone } = view;
  const { meteringMode, meteringAt } = drone.camera;
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) =>
    Number(meteringAt[key] ?? 0),
  );
  const look = thermalLook(view);
  if (meteringMode === 1) {
    const temperature = warmthSeen(look, x, y);
    return { ir_metering_mode: 1, ir_metering_point: spotOf(drone, { x, y, temperature }) };
  }
  if (meteringMode !== 2) return { ir_metering_mode: meteringMode };
  const box = { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) };
  const { average, coldest, hottest } = areaSeen(look, box);
  return {
    ir_metering_mode: 2,
    ir_metering_area: {
      ...box,
      aver_temperature: measured(drone, average),
      min_temperature_point: spotOf(drone, coldest),
      max_temperature_point: spotOf(drone, hottest),
    },
  };
};

const thermalOf = (view: ThermalView) => {
  const { drone } = view;
  const { coldest, hottest } = areaSeen(thermalLook(view), whole);
  return {
    ...drone.camera.thermal,
    thermal_supported_palette_styles: palettes,
    thermal_global_temperature_min: measured(drone, coldest.temperature),
    thermal_global_temperature_max: measured(drone, hottest.temperature),
  };
};

/** The laser measures to the ground in the middle of the picture. */
const laserOf = (drone: Drone, dockHeight: number) => {
  const ground = drone.elevation > 2 ? groundSeen(lookOf(drone), 0, 0) : null;
  if (!ground) return { measure_target_error_state: 3 };
  const at = localPlane(drone).toPlace(ground);
  return {
    measure_target_error_state: 0,
    measure_target_longitude: round(at.lng, 7),
    measure_target_latitude: round(at.lat, 7),
    measure_target_altitude: round(dockHeight, 1),
    measure_target_distance: round(Math.hypot(ground.east, ground.north, drone.elevation), 1),
  };
};

const cameraOf = ({ drone, model, repaired }: DroneView) => ({
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
  ...(model.thermal ? { ir_zoom_factor: round(drone.camera.irZoom, 2) } : {}),
  liveview_world_region: { left: 0.3, top: 0.3, right: 0.7, bottom: 0.7 },
  photo_storage_settings: drone.camera.photoStorage,
  video_storage_settings: drone.camera.videoStorage,
  wide_exposure_mode: drone.camera.exposureMode,
  wide_iso: drone.camera.iso.wide,
  wide_shutter_speed: drone.camera.shutter.wide,
  wide_exposure_value: drone.camera.exposureValue,
  zoom_exposure_mode: drone.camera.exposureMode,
  zoom_iso: drone.camera.iso.zoom,
  zoom_shutter_speed: drone.camera.shutter.zoom,
  zoom_exposure_value: drone.camera.exposureValue,
  zoom_focus_mode: drone.camera.focusMode,
  zoom_focus_value: drone.camera.focusValue,
  zoom_min_focus_value: focusRange.least,
  zoom_max_focus_value: focusRange.most,
  zoom_focus_state: drone.camera.focusing ? 1 : 2,
  ...(model.thermal ? meteringOf({ drone, repaired }) : {}),
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
    camera_watermark_settings: { global_enable: settings.global_enable },
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
      ...laserOf(drone, dock.height),
      ...(model.thermal ? thermalOf(view) : {}),
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
