import { z } from 'zod';
import { gatewayKey } from '../dock/gateway-key.ts';
import type { RefusalReason } from '../envelope.ts';
import type { CameraFacts } from './camera-facts.ts';
import { latitude, longitude } from '../shape.ts';
import { apertureCodes, isoCodes, shutterCodes, storedLenses } from './camera-settings.ts';
import { linkedZoomRefusal, photoFormats, photoIntervals } from './capture.ts';
import { denoiseRefusal, visionRefusal } from './night.ts';
import { isothermLeast, isothermMost, isothermRefusal, paletteRefusal, thermalPalettes } from './thermal.ts';

export const cameraTypes = ['wide', 'zoom', 'ir'] as const;
/** Numbers of the modes of a camera, as devices count them. */
export const cameraModes = { photo: 0, video: 1, lowLight: 2, panorama: 3 } as const;
/** Numbers of the ways in which a gimbal is brought back, as devices count them. */
export const gimbalResets = { centre: 0, down: 1, yawCentre: 2, pitchDown: 3 } as const;

/** What is given with an order to a payload; names as on the wire. */
export type PayloadData = Readonly<Record<string, unknown>>;

type Offer = (camera: CameraFacts, data: PayloadData) => RefusalReason | null;
interface PayloadMethod {
  fields: z.ZodRawShape;
  /** Why the state of the camera forbids it; null: nothing does. */
  offer?: Offer;
  /** It concerns the thermal lens, whatever its fields. */
  thermal?: true;
  /** Its name is that of a property of the payload, which is set instead of a service that is called. */
  property?: true;
  /** It is a property of the aircraft, of which its field is a member. */
  ofAircraft?: true;
  /** It goes over the link of sticks, which somebody has to have opened. */
  bySticks?: true;
}

const share = z.number().min(0).max(1);
const type = z.enum(cameraTypes);
const visible = z.enum(['wide', 'zoom']);
const code = (most: number) => z.number().int().min(0).max(most);
/** Degrees a second. */
const turn = z.number().min(-90).max(90);
const storage = z.array(z.enum(storedLenses)).min(1).max(5);

/** 1 to 31 in thirds of a step around 16; 255: fixed. */
const exposure = z.string().regex(/^([1-9]|[12]\d|3[01]|255)$/);

const notRecording: Offer = ({ recording }) => {
  if (recording === null) return 'notReported';
  return recording ? 'recordingRuns' : null;
};
const idle: Offer = (camera, data) => {
  const reason = notRecording(camera, data);
  if (reason) return reason;
  return camera.photo ? 'photoRuns' : null;
};
const inMode =
  (modes: readonly number[], then: Offer): Offer =>
  (camera, data) => {
    const reason = then(camera, data);
    if (reason) return reason;
    return camera.mode !== null && modes.includes(camera.mode) ? null : 'cameraMode';
  };
const { photo, video, lowLight, panorama } = cameraModes;

/** A lens that the camera lacks takes no picture that could be stored. */
const stores =
  (field: 'photo_storage_settings' | 'video_storage_settings'): Offer =>
  (camera, data) => {
    const lenses = data[field];
    const thermal = Array.isArray(lenses) && lenses.includes('ir');
    return thermal && camera.irZoom === null ? 'lensMissing' : idle(camera, data);
  };
/** As far as the lens says how far it goes. */
const focuses: Offer = ({ focus }, data) => {
  const value = Number(data['focus_value']);
  const { least, most } = focus ?? { least: null, most: null };
  return (least !== null && value < least) || (most !== null && value > most) ? 'focusRange' : null;
};

const palette = z.literal(Object.values(thermalPalettes));
const photoFormat = z.literal(Object.values(photoFormats));
const interval = z.literal(photoIntervals);
const degrees = z.number().min(isothermLeast).max(isothermMost);
/** Against what the thermal camera reports, as far as it does. */
const ofThermal =
  (
    refuse: (value: number, thermal: NonNullable<CameraFacts['thermal']>) => RefusalReason | null,
    field: string,
  ): Offer =>
  ({ thermal }, data) =>
    thermal && refuse(Number(data[field]), thermal);
/** H30 and H30T, whose wide lens has neither by the documents. */
const withoutWideWork = /^8[23]-/;
const wideOffer: Offer = ({ payloadIndex }) =>
  payloadIndex !== null && withoutWideWork.test(payloadIndex) ? 'cameraLacks' : null;
const wide = z.literal('wide');
const visionOffer: Offer = (camera, data) => visionRefusal(camera, data['enable'] === true);

/** Every order to camera and gimbal that may be given, by the name of its service: nothing else is sent. */
export const payloadMethods = {
  camera_mode_switch: { fields: { camera_mode: code(3) }, offer: idle },
  camera_photo_take: { fields: {}, offer: inMode([photo, lowLight, panorama], idle) },
  camera_photo_stop: {
    fields: {},
    offer: inMode([panorama], (camera) => (camera.photo ? null : 'noPhotoRuns')),
  },
  camera_recording_start: { fields: {}, offer: inMode([video], idle) },
  camera_recording_stop: {
    fields: {},
    offer: ({ recording }) => {
      if (recording === null) return 'notReported';
      return recording ? null : 'notRecording';
    },
  },
  camera_screen_drag: { fields: { locked: z.boolean(), pitch_speed: turn, yaw_speed: turn } },
  camera_aim: { fields: { camera_type: type, locked: z.boolean(), x: share, y: share } },
  camera_frame_zoom: {
    fields: { camera_type: type, locked: z.boolean(), x: share, y: share, width: share, height: share },
  },
  camera_focal_length_set: { fields: { camera_type: type, zoom_factor: z.number().min(1).max(200) } },
  gimbal_reset: { fields: { reset_mode: code(3) } },
  camera_look_at: {
    fields: { locked: z.boolean(), latitude, longitude, height: z.number().min(-500).max(10_000) },
  },
  camera_screen_split: { fields: { enable: z.boolean() } },
  photo_storage_set: {
    fields: { photo_storage_settings: storage },
    offer: stores('photo_storage_settings'),
  },
  video_storage_set: {
    fields: { video_storage_settings: storage },
    offer: stores('video_storage_settings'),
  },
  camera_exposure_mode_set: {
    fields: { camera_type: visible, exposure_mode: z.number().int().min(1).max(4) },
  },
  camera_exposure_set: {
    fields: { camera_type: visible, exposure_value: exposure },
  },
  camera_focus_mode_set: { fields: { camera_type: visible, focus_mode: code(2) } },
  camera_focus_value_set: {
    fields: { camera_type: visible, focus_value: code(10_000) },
    offer: focuses,
  },
  camera_point_focus_action: { fields: { camera_type: visible, x: share, y: share } },
  ir_metering_mode_set: { fields: { mode: code(2) }, thermal: true },
  ir_metering_point_set: { fields: { x: share, y: share }, thermal: true },
  ir_metering_area_set: { fields: { x: share, y: share, width: share, height: share }, thermal: true },
  thermal_current_palette_style: {
    fields: { thermal_current_palette_style: palette },
    offer: ofThermal(paletteRefusal, 'thermal_current_palette_style'),
    thermal: true,
    property: true,
  },
  thermal_gain_mode: { fields: { thermal_gain_mode: code(2) }, thermal: true, property: true },
  thermal_isotherm_state: { fields: { thermal_isotherm_state: code(1) }, thermal: true, property: true },
  thermal_isotherm_upper_limit: {
    fields: { thermal_isotherm_upper_limit: degrees },
    offer: ofThermal((value, held) => isothermRefusal('high', value, held), 'thermal_isotherm_upper_limit'),
    thermal: true,
    property: true,
  },
  thermal_isotherm_lower_limit: {
    fields: { thermal_isotherm_lower_limit: degrees },
    offer: ofThermal((value, held) => isothermRefusal('low', value, held), 'thermal_isotherm_lower_limit'),
    thermal: true,
    property: true,
  },
  drc_camera_iso_set: { fields: { camera_type: visible, iso_value: z.literal(isoCodes) }, bySticks: true },
  drc_camera_shutter_set: {
    fields: { camera_type: visible, shutter_value: z.literal(shutterCodes) },
    bySticks: true,
  },
  drc_camera_aperture_value_set: {
    fields: { camera_type: visible, aperture_value: z.literal(apertureCodes) },
    bySticks: true,
  },
  drc_camera_dewarping_set: {
    fields: { camera_type: wide, dewarping_state: code(1) },
    offer: wideOffer,
    bySticks: true,
  },
  drc_camera_mechanical_shutter_set: {
    fields: { camera_type: wide, mechanical_shutter_state: code(1) },
    offer: wideOffer,
    bySticks: true,
  },
  drc_camera_night_mode_set: { fields: { mode: code(2) }, bySticks: true },
  drc_camera_denoise_level_set: {
    fields: { level: z.number().int().min(2).max(3) },
    offer: denoiseRefusal,
    bySticks: true,
  },
  drc_camera_night_vision_enable: { fields: { enable: z.boolean() }, offer: visionOffer, bySticks: true },
  drc_infrared_fill_light_enable: { fields: { enable: z.boolean() }, offer: visionOffer, bySticks: true },
  // The format is that of thermal photos.
  drc_camera_photo_format_set: {
    fields: { photo_format: photoFormat },
    offer: idle,
    thermal: true,
    bySticks: true,
  },
  drc_video_resolution_set: { fields: { video_resolution: code(1) }, offer: idle, bySticks: true },
  drc_linkage_zoom_set: {
    fields: { state: z.boolean() },
    offer: ({ payloadIndex: index }) => linkedZoomRefusal(index),
    bySticks: true,
  },
  drc_interval_photo_set: { fields: { interval }, bySticks: true },
  camera_watermark_settings: { fields: { global_enable: code(1) }, property: true, ofAircraft: true },
} as const satisfies Record<string, PayloadMethod>;

export type PayloadCommand = keyof typeof payloadMethods;
export const payloadCommandNames = Object.keys(payloadMethods) as [PayloadCommand, ...PayloadCommand[]];

const declared: Readonly<Record<PayloadCommand, PayloadMethod>> = payloadMethods;

/** Whether it sets a property of the payload; the others call a service. */
export const setsProperty = (cmd: PayloadCommand): boolean => declared[cmd].property === true;

/** Whether that property is one of the aircraft. */
export const setsAircraft = (cmd: PayloadCommand): boolean => declared[cmd].ofAircraft === true;

/** Whether it goes over the link of sticks; the others go the way of all orders. */
export const goesBySticks = (cmd: PayloadCommand): boolean => declared[cmd].bySticks === true;

const sinceSecond: readonly PayloadCommand[] = [
  'camera_frame_zoom',
  'drc_camera_iso_set',
  'drc_camera_shutter_set',
  'drc_camera_aperture_value_set',
  'drc_camera_dewarping_set',
  'drc_camera_mechanical_shutter_set',
];

/** What the third generation has no more, and a newer remote controller has. */
const untilSecond: readonly PayloadCommand[] = [
  'drc_video_resolution_set',
  'drc_linkage_zoom_set',
  'drc_interval_photo_set',
];

/** Docks whose documents lack an order that others have; a model that no document names is judged as the newest dock. */
export const lacksPayload = (nameOrKey: string, cmd: PayloadCommand): boolean => {
  const model = gatewayKey(nameOrKey);
  if (model === '3-1-0') return sinceSecond.includes(cmd) || goesBySticks(cmd);
  if (untilSecond.includes(cmd)) return model !== '3-2-0' && model !== '2-174-0';
  return model === '3-2-0' && goesBySticks(cmd) && !sinceSecond.includes(cmd);
};

/** Which payload it is, as devices name them. */
export const payloadIndex = z.string().regex(/^\d{1,6}-\d{1,6}-\d{1,3}$/);

/** Every field that any of them takes: which a command has to have, and within what, `refinePayload` says. */
export const payloadData = z
  .strictObject({
    payload_index: payloadIndex,
    camera_mode: code(3).optional(),
    locked: z.boolean().optional(),
    pitch_speed: turn.optional(),
    yaw_speed: turn.optional(),
    camera_type: type.optional(),
    x: share.optional(),
    y: share.optional(),
    width: share.optional(),
    height: z.number().min(-500).max(10_000).optional(),
    zoom_factor: z.number().min(1).max(200).optional(),
    reset_mode: code(3).optional(),
    latitude: latitude.optional(),
    longitude: longitude.optional(),
    enable: z.boolean().optional(),
    photo_storage_settings: storage.optional(),
    video_storage_settings: storage.optional(),
    exposure_mode: z.number().int().min(1).max(4).optional(),
    exposure_value: exposure.optional(),
    focus_mode: code(2).optional(),
    focus_value: code(10_000).optional(),
    mode: code(2).optional(),
    thermal_current_palette_style: palette.optional(),
    thermal_gain_mode: code(2).optional(),
    thermal_isotherm_state: code(1).optional(),
    thermal_isotherm_upper_limit: degrees.optional(),
    thermal_isotherm_lower_limit: degrees.optional(),
    global_enable: code(1).optional(),
    iso_value: z.literal(isoCodes).optional(),
    shutter_value: z.literal(shutterCodes).optional(),
    aperture_value: z.literal(apertureCodes).optional(),
    dewarping_state: code(1).optional(),
    mechanical_shutter_state: code(1).optional(),
    level: z.number().int().min(2).max(3).optional(),
    photo_format: photoFormat.optional(),
    video_resolution: code(1).optional(),
    state: z.boolean().optional(),
    interval: interval.optional(),
  })
  // Which fields a command has is refined below: drawn by chance they hardly ever meet.
  .meta({ examples: [{ payload_index: '81-0-0' }, { payload_index: '81-0-0', reset_mode: 1 }] });

/** A thermal lens magnifies less. */
const zoomOf = (data: PayloadData, fields: z.ZodRawShape): z.ZodRawShape =>
  data['camera_type'] === 'ir' && 'zoom_factor' in fields
    ? { ...fields, zoom_factor: z.number().min(2).max(20) }
    : fields;

const shapeOf = (cmd: PayloadCommand, data: PayloadData): z.ZodRawShape => ({
  payload_index: payloadIndex,
  ...zoomOf(data, declared[cmd].fields),
});

/** Reports what a command lacks, has too much, or has beyond its range, each by its field. */
export const refinePayload = (
  { cmd, data }: { cmd: PayloadCommand; data: PayloadData },
  context: z.RefinementCtx,
): void => {
  // What is wrong whatever the command was reported already.
  if (!payloadData.safeParse(data).success) return;
  const found = z.strictObject(shapeOf(cmd, data)).safeParse(data, { reportInput: true });
  for (const issue of found.error?.issues ?? [])
    context.addIssue({ ...issue, path: ['data', ...issue.path] });
};

/** Why a payload is not ordered to do something, by what its aircraft reports; null: it may be. */
export const payloadRefusal = (
  cmd: PayloadCommand,
  data: PayloadData,
  camera: CameraFacts,
): RefusalReason | null => {
  if (!camera.online) return 'droneOff';
  if (!camera.airborne) return 'droneNotInFlight';
  if (camera.payloadIndex === null || camera.payloadIndex !== data['payload_index']) return 'cameraMissing';
  const { thermal, bySticks, offer } = declared[cmd];
  if (bySticks && !camera.sticks) return 'drcMissing';
  if ((thermal || data['camera_type'] === 'ir') && camera.irZoom === null) return 'lensMissing';
  return offer?.(camera, data) ?? null;
};
