import { dockGeneration, controllerKind } from './models.ts';

/** Gateways whose methods differ, in the order of the columns of the table below. */
export const gatewayKinds = ['dock1', 'dock2', 'dock3', 'rcPlus2', 'rcPro'] as const;
export type GatewayKind = (typeof gatewayKinds)[number];

/**
 * Services and properties by the gateways whose documents have them. A device's answer to a method that it lacks is
 * written nowhere, so none is sent. `+`: has it, `-`: lacks it or calls it obsolete, or the documents disagree.
 */
const table: readonly (readonly [gateways: string, methods: string])[] = [
  ['+++--', 'flighttask_prepare flighttask_execute flighttask_undo flighttask_pause flighttask_recovery'],
  ['-++--', 'flighttask_stop return_specific_home'],
  ['+----', 'flight_setup_abort putter_open putter_close'],
  ['++++-', 'return_home return_home_cancel'],
  [
    '--+--',
    'in_flight_wayline_deliver in_flight_wayline_stop in_flight_wayline_recover in_flight_wayline_cancel rtk_calibration',
  ],
  ['+++--', 'flight_authority_grab payload_authority_grab'],
  ['---++', 'cloud_control_auth_request cloud_control_release'],
  ['++++-', 'takeoff_to_point fly_to_point fly_to_point_stop fly_to_point_update'],
  ['+--+-', 'poi_mode_enter poi_mode_exit poi_circle_speed_set'],
  ['+++++', 'drc_mode_enter drc_mode_exit heart_beat'],
  ['+----', 'drone_control'],
  ['-+++-', 'stick_control drc_force_landing drc_emergency_landing'],
  ['++++-', 'drone_emergency_stop'],
  ['-++++', 'drc_initial_state_subscribe'],
  [
    '+++-+',
    'camera_mode_switch camera_photo_take camera_photo_stop camera_recording_start camera_recording_stop camera_screen_drag camera_aim camera_focal_length_set camera_look_at camera_screen_split camera_exposure_mode_set camera_exposure_set camera_focus_mode_set camera_focus_value_set camera_point_focus_action photo_storage_set video_storage_set gimbal_reset ir_metering_mode_set ir_metering_point_set ir_metering_area_set',
  ],
  ['-++-+', 'camera_frame_zoom'],
  ['+++++', 'live_start_push live_stop_push live_set_quality'],
  ['+++-+', 'live_lens_change'],
  ['-++--', 'live_camera_change esim_activate esim_operator_switch sim_slot_switch'],
  [
    '+++--',
    'debug_mode_open debug_mode_close cover_open cover_close cover_force_close drone_open drone_close charge_open charge_close supplement_light_open supplement_light_close alarm_state_switch battery_maintenance_switch battery_store_mode_switch air_conditioner_mode_switch drone_format device_format device_reboot sdr_workmode_switch',
  ],
  [
    '+++--',
    'ota_create fileupload_list fileupload_start fileupload_update unlock_license_switch unlock_license_update unlock_license_list flight_areas_update upload_flighttask_media_prioritize custom_data_transmission_to_psdk custom_data_transmission_to_esdk',
  ],
  // Properties, as `property.member` where the property has several.
  ['++++-', 'property/height_limit property/night_lights_state'],
  [
    '+++--',
    'property/distance_limit_status property/rth_altitude property/obstacle_avoidance property/silent_mode',
  ],
  ['-++--', 'property/air_transfer_enable'],
];

const byMethod: ReadonlyMap<string, string> = new Map(
  table.flatMap(([gateways, methods]) => methods.split(' ').map((method) => [method, gateways] as const)),
);

/** Which column of the table a gateway of this model belongs to; null: a model that no document names. */
export const gatewayKind = (model: string): GatewayKind | null => {
  const generation = dockGeneration(model);
  if (generation !== null) return `dock${generation}`;
  return controllerKind(model);
};

/**
 * Whether a gateway of this model has a service, or a property named `property/…`. False for what the table lacks. A
 * model that no document names is judged as the newest dock: it refuses for itself what it lacks.
 */
export const gatewayHas = (model: string, method: string): boolean => {
  const column = gatewayKinds.indexOf(gatewayKind(model) ?? 'dock3');
  return byMethod.get(method)?.[column] === '+';
};
