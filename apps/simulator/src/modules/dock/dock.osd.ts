import type { Battery } from '../battery/index.ts';
import { millivolts, reportedPercent } from '../battery/index.ts';
import type { DroneModel } from '../drone/index.ts';
import type { Weather } from '../weather/index.ts';
import { airReport } from './air-conditioner.ts';
import { storageTotal, type DockState } from './dock.state.ts';
import type { DockModel } from './models.ts';

export interface DockView {
  state: DockState;
  model: DockModel;
  place: { lng: number; lat: number; height: number; heading: number };
  drone: { sn: string; model: DroneModel; powered: boolean; linked: boolean };
  battery: Battery;
  weather: Weather;
  /** Seconds since the simulator started. */
  uptime: number;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** First part of the dock's osd: what stands around it and what it is doing. */
export const osdA = ({ state, place, drone, battery, weather }: DockView): Record<string, unknown> => ({
  network_state: { type: 2, quality: 4, rate: round(512 + weather.wind * 9, 1) },
  drone_charge_state: { state: battery.charging ? 1 : 0, capacity_percent: reportedPercent(battery) },
  drone_in_dock: state.droneInDock ? 1 : 0,
  rainfall: weather.rain,
  wind_speed: round(weather.wind, 1),
  environment_temperature: round(weather.temperature, 1),
  temperature: round(weather.temperature + 3, 1),
  humidity: Math.round(weather.humidity),
  heading: place.heading,
  home_position_is_valid: 1,
  latitude: place.lat,
  longitude: place.lng,
  height: place.height,
  alternate_land_point: {
    longitude: place.lng + 0.0002,
    latitude: place.lat + 0.0001,
    safe_land_height: 30,
    height: place.height,
    is_configured: 1,
  },
  first_power_on: 1_690_000_000_000,
  position_state: {
    is_calibration: state.calibrated ? 1 : 0,
    is_fixed: 2,
    quality: 10,
    gps_number: 27,
    rtk_number: 33,
  },
  storage: { total: storageTotal, used: state.storageUsed },
  mode_code: state.modeCode,
  cover_state: state.cover.state,
  silent_mode: state.settings.silent_mode,
  air_transfer_enable: state.settings.air_transfer_enable,
  supplement_light_state: state.light ? 1 : 0,
  emergency_stop_state: state.emergencyStop ? 1 : 0,
  air_conditioner: airReport(state.air),
  battery_store_mode: state.storeMode,
  alarm_state: state.alarm ? 1 : 0,
  putter_state: state.putter,
  sub_device: {
    device_sn: drone.sn,
    device_model_key: drone.model.key,
    device_online_status: drone.powered ? 1 : 0,
    device_paired: 1,
  },
});

/** Second part: the machine itself. */
export const osdB = ({
  state,
  model,
  place,
  drone,
  battery,
  weather,
  uptime,
}: DockView): Record<string, unknown> => ({
  job_number: state.jobNumber,
  acc_time: state.accSeconds + Math.floor(uptime / 10) * 10,
  activation_time: 1_690_000_000,
  deployment_mode: 1,
  relative_alternate_land_point: {
    longitude: place.lng + 0.0002,
    latitude: place.lat + 0.0001,
    safe_land_height: 30,
    status: 1,
  },
  self_converge_coordinate: { latitude: place.lat, longitude: place.lng, height: place.height },
  maintain_status: {
    maintain_status_array: [
      { state: 0, last_maintain_type: 17, last_maintain_time: 1_760_000_000, last_maintain_work_sorties: 30 },
    ],
  },
  electric_supply_voltage: 224,
  working_voltage: model.workingVoltage,
  working_current: battery.charging ? 8200 : 1150,
  acdc_power_input: battery.charging ? 410 : 60,
  poe_link_status: 0,
  poe_power_output: 0,
  backup_battery: { switch: 1, voltage: 26_800, temperature: round(weather.temperature + 4, 1) },
  gimbal_holder_state: 0,
  temp_mode_state: 0,
  drone_battery_maintenance_info: {
    maintenance_state: state.careSeconds > 0 ? 2 : 0,
    maintenance_time_left: Math.ceil(state.careSeconds / 3600),
    heat_state: 0,
    batteries: Array.from({ length: drone.model.batteries }, (_, index) => ({
      index,
      capacity_percent: drone.powered ? 32_767 : reportedPercent(battery),
      voltage: drone.powered ? 32_767 : millivolts(battery, index),
      temperature: drone.powered ? 32_767 : round(battery.temperature, 1),
    })),
  },
});

/** Third part: links, position of departure, media. */
export const osdC = ({ state, place, drone, weather }: DockView): Record<string, unknown> => {
  const up = drone.powered && drone.linked;
  const quality = up ? 5 : 0;
  const mobile = up && state.lte;
  return {
    departure_point: { longitude: place.lng, latitude: place.lat, height: place.height },
    departure_point_status: 1,
    drc_state: state.drcState,
    flighttask_prepare_capacity: 1,
    flighttask_step_code: state.stepCode,
    media_file_detail: { remain_upload: state.remainUpload },
    sdr: { up_quality: up ? 96 : 0, down_quality: up ? 98 : 0, frequency_band: 5.8 },
    tilt_angle: { valid: true, value: round(0.4 + weather.wind * 0.01, 2) },
    user_experience_improvement: state.settings.user_experience_improvement,
    wireless_link: {
      dongle_number: state.cards.dock.length,
      '4g_link_state': mobile ? 1 : 0,
      sdr_link_state: up ? 1 : 0,
      link_workmode: state.lte ? 1 : 0,
      sdr_quality: quality,
      '4g_quality': mobile ? 4 : 0,
      '4g_uav_quality': mobile ? 4 : 0,
      '4g_gnd_quality': mobile ? 5 : 0,
      sdr_freq_band: 5.8,
      '4g_freq_band': 2.6,
    },
  };
};

/** Topology message: the dock, and its aircraft while that is on. */
export const topology = (
  model: DockModel,
  drone: { sn: string; model: DroneModel; powered: boolean; linked: boolean },
) => ({
  domain: '3',
  type: model.type,
  sub_type: 0,
  device_secret: '',
  nonce: '',
  thing_version: '1.2.0',
  sub_devices:
    drone.powered && drone.linked
      ? [
          {
            sn: drone.sn,
            domain: '0',
            type: drone.model.type,
            sub_type: drone.model.subType,
            index: 'A',
            device_secret: '',
            nonce: '',
            thing_version: '1.2.0',
          },
        ]
      : [],
});
