import type { CommandMethod, DebugMethod, OpenMethod } from '@eyrie/domain';
import { debugServices } from './debug.ts';
import { dockGeneration, controllerKind } from './models.ts';

/** Gateways whose methods differ, in the order of the columns of the table below. */
export const gatewayKinds = ['dock1', 'dock2', 'dock3', 'rcPlus2', 'rcPro'] as const;
export type GatewayKind = (typeof gatewayKinds)[number];

/**
 * Services, sticks and properties by the gateways whose documents have them. A device's answer to a method that it lacks
 * is written nowhere, so none is sent. `+`: has it, `-`: lacks it or calls it obsolete, or the documents disagree.
 */
const table: readonly (readonly [gateways: string, methods: string])[] = [
  ['+++--', 'flighttask_prepare flighttask_execute flighttask_undo flighttask_pause flighttask_recovery'],
  // Obsolete everywhere: its successors are prepare and execute.
  ['-----', 'flighttask_create'],
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
  ['-+++-', 'drc_night_lights_state_set drc_stealth_state_set'],
  [
    '-+++-',
    'drc_camera_aperture_value_set drc_camera_shutter_set drc_camera_iso_set drc_camera_mechanical_shutter_set drc_camera_dewarping_set',
  ],
  [
    '-+-+-',
    'drc_camera_mode_switch drc_linkage_zoom_set drc_video_resolution_set drc_video_storage_set drc_photo_storage_set drc_interval_photo_set',
  ],
  // What docks have as services, a newer controller has on the channel of the sticks.
  [
    '---+-',
    'drc_camera_photo_take drc_camera_photo_stop drc_camera_recording_start drc_camera_recording_stop drc_camera_screen_drag drc_camera_aim drc_camera_focal_length_set drc_camera_look_at drc_camera_screen_split drc_camera_frame_zoom drc_camera_exposure_mode_set drc_camera_exposure_set drc_camera_focus_mode_set drc_camera_focus_value_set drc_camera_point_focus_action drc_gimbal_reset drc_ir_metering_mode_set drc_ir_metering_point_set drc_ir_metering_area_set drc_live_lens_change',
  ],
  [
    '--+--',
    'drc_camera_night_mode_set drc_camera_denoise_level_set drc_camera_night_vision_enable drc_camera_photo_format_set drc_infrared_fill_light_enable',
  ],
  [
    '--+--',
    'drc_light_brightness_set drc_light_mode_set drc_light_fine_tuning_set drc_light_calibration drc_speaker_tts_set drc_speaker_tts_play_start drc_speaker_play_stop drc_speaker_replay drc_speaker_play_volume_set drc_speaker_play_mode_set drc_psdk_widget_value_set drc_psdk_input_box_text_set',
  ],
  [
    '--+--',
    'drc_ai_identify_set drc_ai_model_select drc_ai_spotlight_zoom_set drc_ai_spotlight_zoom_track drc_ai_spotlight_zoom_select drc_ai_spotlight_zoom_confirm drc_ai_spotlight_zoom_stop drc_ai_identify_score_mode_set drc_ai_identify_score_set drc_ai_identify_score_reset drc_ai_identify_filter_set',
  ],
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
  [
    '+++--',
    'speaker_audio_play_start speaker_tts_play_start speaker_replay speaker_play_stop speaker_play_mode_set speaker_play_volume_set psdk_widget_value_set psdk_input_box_text_set',
  ],
  // Properties, as `property.member` where the property has several.
  ['++++-', 'property/height_limit property/night_lights_state'],
  [
    '+++--',
    'property/distance_limit_status property/rth_altitude property/obstacle_avoidance property/silent_mode',
  ],
  ['-++--', 'property/air_transfer_enable'],
  ['+++--', 'property/camera_watermark_settings'],
  // Of the thermal camera, named by its payload.
  [
    '+++--',
    'property/thermal_current_palette_style property/thermal_gain_mode property/thermal_isotherm_state property/thermal_isotherm_upper_limit property/thermal_isotherm_lower_limit',
  ],
];

const byMethod: ReadonlyMap<string, string> = new Map(
  table.flatMap(([gateways, methods]) => methods.split(' ').map((method) => [method, gateways] as const)),
);

/** Services, sticks and properties that any gateway has by the documents, named as `gatewayHas` takes them. */
export const documentedMethods: readonly string[] = [...byMethod]
  .filter(([, gateways]) => gateways.includes('+'))
  .map(([method]) => method);

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

type CloudOrder = Exclude<CommandMethod, 'setParameter' | OpenMethod | DebugMethod>;

/** What each order sends, one of each row: without any of them it cannot be given. */
const sentBy: Readonly<Record<CloudOrder, readonly (readonly string[])[]>> = {
  startJob: [['flighttask_prepare'], ['flighttask_execute']],
  prepareJob: [['flighttask_prepare']],
  undoJob: [['flighttask_undo']],
  forceEndJob: [['flighttask_undo', 'return_home']],
  flightPause: [['flighttask_pause']],
  flightResume: [['flighttask_recovery']],
  returnHome: [['return_home']],
  returnHomeCancel: [['return_home_cancel']],
  hover: [['flighttask_pause', 'return_home_cancel', 'fly_to_point_stop']],
  takeOff: [['takeoff_to_point']],
  flyTo: [['fly_to_point'], ['fly_to_point_update']],
  flyToStop: [['fly_to_point_stop']],
  poiEnter: [['poi_mode_enter']],
  poiSpeed: [['poi_circle_speed_set']],
  poiExit: [['poi_mode_exit']],
  authorityFlight: [['flight_authority_grab']],
  authorityPayload: [['payload_authority_grab']],
  // Which of them, only the order says: its plan asks again.
  payloadCommands: [['camera_photo_take']],
  searchlightMode: [['drc_light_mode_set']],
  searchlightBrightness: [['drc_light_brightness_set']],
  searchlightTrim: [['drc_light_fine_tuning_set']],
  searchlightCalibrate: [['drc_light_calibration']],
  stealthOpen: [['drc_stealth_state_set']],
  stealthClose: [['drc_stealth_state_set']],
  // The newest docks have them on the link of sticks as well: the service needs nobody to open that.
  widgetSet: [['psdk_widget_value_set']],
  widgetText: [['psdk_input_box_text_set']],
  // Sticks of the first generation are another method, which its documents call by another name.
  drcEnter: [['drc_mode_enter'], ['stick_control']],
  drcExit: [['drc_mode_exit']],
  drcEnd: [['drc_mode_exit']],
  startLive: [['live_start_push']],
  stopLive: [['live_stop_push']],
  switchQuality: [['live_set_quality']],
  // A lens or a camera: which, only the order says; its plan asks again.
  switchVideo: [['live_lens_change', 'live_camera_change']],
  controlRequest: [['cloud_control_auth_request']],
  controlRelease: [['cloud_control_release']],
  flightAreasUpdate: [['flight_areas_update']],
  mediaFirst: [['upload_flighttask_media_prioritize']],
  logQuery: [['fileupload_list']],
  logUpload: [['fileupload_start']],
  logUploadCancel: [['fileupload_update']],
  ota: [['ota_create']],
  // A sound or a text: which, only the order says.
  speakerPlay: [['speaker_audio_play_start'], ['speaker_tts_play_start']],
  speakerReplay: [['speaker_replay']],
  speakerStop: [['speaker_play_stop']],
  speakerMode: [['speaker_play_mode_set']],
  speakerVolume: [['speaker_play_volume_set']],
};
const isDebug = (order: CommandMethod): order is DebugMethod => Object.hasOwn(debugServices, order);
const isCloudOrder = (order: CommandMethod): order is CloudOrder => Object.hasOwn(sentBy, order);

/** Whether a gateway of this model can be given an order at all. Of a setting, `gatewaySets` says it. */
export const gatewayOrders = (model: string, order: CommandMethod): boolean =>
  order === 'setParameter' ||
  (isDebug(order) && gatewayHas(model, debugServices[order])) ||
  (isCloudOrder(order) &&
    sentBy[order].every((methods) => methods.some((method) => gatewayHas(model, method))));
