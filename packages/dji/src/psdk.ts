import {
  psdkLimits,
  searchlightLamps,
  searchlightModes,
  utf8Bytes,
  type FloatingText,
  type SearchlightLamp,
  type SearchlightMode,
  type SearchlightState,
} from '@eyrie/domain';
import { z } from 'zod';
import type { Service } from './services.ts';
import { figure, flag, part, readOrNull, whole, words } from './tolerant.ts';
import { isRecord, type DeviceMessage } from './wire.ts';

/** The one group of lamps that the documents name. */
const mainGroup = 0;

/** The last guard before the socket. @throws RangeError */
const within = (value: number, least: number, most: number, what: string): number => {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${what} must be a whole number from ${least} to ${most}`);
  return value;
};

export const searchlightModeService = (psdkIndex: number, mode: SearchlightMode): Service => ({
  method: 'drc_light_mode_set',
  data: {
    psdk_index: psdkIndex,
    group: mainGroup,
    mode: within(searchlightModes.indexOf(mode), 0, searchlightModes.length - 1, 'mode'),
  },
  bySticks: true,
});

/** @param brightness percent */
export const searchlightBrightnessService = (psdkIndex: number, brightness: number): Service => ({
  method: 'drc_light_brightness_set',
  data: {
    psdk_index: psdkIndex,
    group: mainGroup,
    brightness: within(brightness, psdkLimits.brightnessMin, psdkLimits.brightnessMax, 'brightness'),
  },
  bySticks: true,
});

/** @param trim.degrees to either side of where the lamp was built; `saved`: also for the next time */
export const searchlightTrimService = (
  psdkIndex: number,
  { lamp, degrees, saved }: { lamp: SearchlightLamp; degrees: number; saved: boolean },
): Service => ({
  method: 'drc_light_fine_tuning_set',
  data: {
    psdk_index: psdkIndex,
    position: within(searchlightLamps.indexOf(lamp), 0, searchlightLamps.length - 1, 'position'),
    value: within(degrees, -psdkLimits.trim, psdkLimits.trim, 'value'),
    saved,
  },
  bySticks: true,
});

export const searchlightCalibrateService = (psdkIndex: number): Service => ({
  method: 'drc_light_calibration',
  data: { psdk_index: psdkIndex },
  bySticks: true,
});

export const widgetSetService = (psdkIndex: number, widget: number, value: number): Service => {
  if (!Number.isSafeInteger(value)) throw new RangeError('value must be a whole number');
  return {
    method: 'psdk_widget_value_set',
    data: { psdk_index: psdkIndex, index: within(widget, 0, psdkLimits.widgetMax, 'index'), value },
  };
};

export const widgetTextService = (psdkIndex: number, text: string): Service => {
  if (utf8Bytes(text) > psdkLimits.textBytes)
    throw new RangeError(`a text must have at most ${psdkLimits.textBytes} bytes`);
  return { method: 'psdk_input_box_text_set', data: { psdk_index: psdkIndex, value: text } };
};

/** What a payload answers for a figure that it does not have. */
const notApplicable = 65_535;
/** More payload devices than one aircraft carries. */
const indexMost = 15;
/** Signs of a window that are kept of what a payload device writes there. */
const signsMost = 500;

const named = z.object({ psdk_index: whole, psdk_name: words });
const indexOf = (index: number | null | undefined): number | null =>
  index != null && index >= 0 && index <= indexMost ? index : null;

const lightPart = part({
  work_mode: whole,
  brightness: figure,
  calibration_status: whole,
  calibration_progress: figure,
  left_value: figure,
  right_value: figure,
  wide_field_mode: flag,
  light_gimbal_control: flag,
});
/** A struct, or the only entry of a list of them: firmwares send either. */
const structAt = (data: unknown, key: string): unknown => {
  const value = isRecord(data) ? data[key] : undefined;
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
};
const inRange = (value: number | null, least: number, most: number): number | null =>
  value !== null && value >= least && value <= most ? value : null;
const codeOf = (value: number | null): number | null => (value === notApplicable ? null : value);

/** The push of the link of sticks in which payload devices report themselves. */
export const psdkStatePush = 'drc_psdk_state_info';

/**
 * A searchlight in what a payload device reports of itself; null: it is none, or says nothing. The name tells the kind;
 * where there is none, a part about a light with any figure does. What is beyond its range is left out.
 */
export const searchlightIn = (data: unknown): Omit<SearchlightState, 'at'> | null => {
  const read = readOrNull(named, data);
  const psdkIndex = indexOf(read?.psdk_index);
  const name = read?.psdk_name ?? null;
  if (psdkIndex === null || name === 'Speaker') return null;
  const light = lightPart.parse(structAt(data, 'light'));
  const figures = {
    mode: codeOf(light.work_mode),
    brightness: inRange(light.brightness, 0, psdkLimits.brightnessMax),
    calibration: codeOf(light.calibration_status),
    progress: inRange(light.calibration_progress, 0, 100),
    left: inRange(light.left_value, -psdkLimits.trim, psdkLimits.trim),
    right: inRange(light.right_value, -psdkLimits.trim, psdkLimits.trim),
  };
  // A payload of another kind has the part too, and says in its figures that none applies.
  if (name !== 'Searchlight' && Object.values(figures).every((value) => value === null)) return null;
  return {
    psdkIndex,
    ...figures,
    wideField: light.wide_field_mode,
    followsGimbal: light.light_gimbal_control,
  };
};

/**
 * The number of a payload device that calls itself something else than a searchlight and says nothing of a light: whatever
 * had this number before. Null: it may be a searchlight, or has no name.
 */
export const otherDeviceIn = (data: unknown): number | null => {
  const read = readOrNull(named, data);
  const name = read?.psdk_name ?? null;
  return name !== null && searchlightIn(data) === null ? indexOf(read?.psdk_index) : null;
};

/** Event of a dock, and push of the link of sticks, in which a payload device writes into its window. */
export const floatingTextEvent = 'psdk_floating_window_text';
export const floatingTextPush = 'drc_psdk_floating_window_text';

/** What a payload device wrote into its window, empty where it emptied it; null: the message says nothing of one. */
export const floatingTextIn = (data: unknown): Omit<FloatingText, 'at'> | null => {
  const psdkIndex = indexOf(readOrNull(named, data)?.psdk_index);
  if (psdkIndex === null || !isRecord(data)) return null;
  // The same text has another name in each of the two.
  const text = data['value'] ?? data['floating_window_text'];
  if (typeof text !== 'string') return null;
  return { psdkIndex, text: [...text.toWellFormed()].slice(0, signsMost).join('') };
};

/** Reads the event of a dock; null: it is another one. */
export const floatingTextOf = ({ method, data }: DeviceMessage): Omit<FloatingText, 'at'> | null =>
  method === floatingTextEvent ? floatingTextIn(data) : null;
