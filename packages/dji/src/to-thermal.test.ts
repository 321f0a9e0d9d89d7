import { describe, expect, it } from 'vitest';
import { thermalOf } from './to-thermal.ts';

const lens = { ir_zoom_factor: 2, ir_metering_mode: 0 };
const payload = { thermal_current_palette_style: 6, thermal_gain_mode: 2 };

describe('what is known of a thermal camera', () => {
  it('is nothing without a thermal lens', () => {
    expect(thermalOf({ zoom_factor: 2 }, { gimbal_pitch: 0 })).toBe(null);
    expect(thermalOf(undefined, undefined)).toBe(null);
  });

  it('is null for what it does not say, and never a wrong type', () => {
    expect(thermalOf(lens, { ...payload, thermal_isotherm_upper_limit: '60' })).toEqual({
      palette: 6,
      palettes: [],
      gain: 2,
      isotherm: null,
      isothermLow: null,
      isothermHigh: null,
      coldest: null,
      hottest: null,
      metering: 0,
      point: null,
      area: null,
    });
  });

  it('measures what its mode measures, and nothing of before', () => {
    const both = {
      ...lens,
      ir_metering_point: { x: 0.5, y: 0.25, temperature: 71.5 },
      ir_metering_area: {
        x: 0.1,
        y: 0.1,
        width: 0.5,
        height: 0.5,
        aver_temperature: 30,
        min_temperature_point: { x: 0.1, y: 0.1, temperature: 20 },
        max_temperature_point: { x: 0.6, y: 0.6, temperature: 'hot' },
      },
    };
    const of = (mode: number) => thermalOf({ ...both, ir_metering_mode: mode }, payload);
    expect(of(0)).toMatchObject({ point: null, area: null });
    expect(of(1)).toMatchObject({ point: { x: 0.5, y: 0.25, temperature: 71.5 }, area: null });
    expect(of(2)).toMatchObject({
      point: null,
      area: {
        average: 30,
        coldest: { x: 0.1, y: 0.1, temperature: 20 },
        hottest: { x: 0.6, y: 0.6, temperature: null },
      },
    });
  });
});
