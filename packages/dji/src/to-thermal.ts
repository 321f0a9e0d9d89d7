import type { ThermalSpot, ThermalState } from '@eyrie/domain';
import { flagAt, listAt, numberAt } from './read.ts';
import { isRecord } from './wire.ts';

const memberOf = (record: unknown, key: string): unknown => (isRecord(record) ? record[key] : undefined);

const spotIn = (value: unknown): ThermalSpot | null => {
  const x = numberAt(value, 'x');
  const y = numberAt(value, 'y');
  return x === null || y === null ? null : { x, y, temperature: numberAt(value, 'temperature') };
};

const areaIn = (value: unknown): ThermalState['area'] => {
  const at = spotIn(value);
  const width = numberAt(value, 'width');
  const height = numberAt(value, 'height');
  if (!at || width === null || height === null) return null;
  return {
    x: at.x,
    y: at.y,
    width,
    height,
    average: numberAt(value, 'aver_temperature'),
    coldest: spotIn(memberOf(value, 'min_temperature_point')),
    hottest: spotIn(memberOf(value, 'max_temperature_point')),
  };
};

/**
 * What is reported of a thermal camera; null: it has no thermal lens. What was measured before is none of now: only what
 * the mode measures is given.
 * @param payload the property that has the name of the payload
 */
export const thermalOf = (camera: unknown, payload: unknown): ThermalState | null => {
  const gain = numberAt(payload, 'thermal_gain_mode');
  if (numberAt(camera, 'ir_zoom_factor') === null && gain === null) return null;
  const metering = numberAt(camera, 'ir_metering_mode');
  const palettes = listAt(payload, 'thermal_supported_palette_styles');
  return {
    palette: numberAt(payload, 'thermal_current_palette_style'),
    palettes: palettes.filter((one): one is number => Number.isInteger(one)),
    gain,
    isotherm: flagAt(payload, 'thermal_isotherm_state'),
    isothermLow: numberAt(payload, 'thermal_isotherm_lower_limit'),
    isothermHigh: numberAt(payload, 'thermal_isotherm_upper_limit'),
    coldest: numberAt(payload, 'thermal_global_temperature_min'),
    hottest: numberAt(payload, 'thermal_global_temperature_max'),
    metering,
    point: metering === 1 ? spotIn(memberOf(camera, 'ir_metering_point')) : null,
    area: metering === 2 ? areaIn(memberOf(camera, 'ir_metering_area')) : null,
  };
};
