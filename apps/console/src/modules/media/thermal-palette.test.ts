import type { ThermalGrid } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { colourOf, palettes, thermalPixels } from './thermal-palette.ts';

const grid: ThermalGrid = {
  width: 2,
  height: 2,
  source: 'celsius',
  values: Float32Array.of(10, 20, 30, Number.NaN),
};

describe('colours of temperatures', () => {
  it('go from the coldest to the warmest pixel, and leave out what is not known', () => {
    const pixels = [...thermalPixels(grid, 'white')];
    expect(pixels.slice(0, 4)).toEqual([0, 0, 0, 255]);
    expect(pixels[4]).toBeGreaterThan(120);
    expect(pixels[4]).toBeLessThan(136);
    expect(pixels.slice(8, 12)).toEqual([255, 255, 255, 255]);
    expect(pixels.slice(12)).toEqual([128, 128, 128, 255]);
    expect([...thermalPixels(grid, 'black')].slice(0, 4)).toEqual([255, 255, 255, 255]);
  });

  it('of one temperature are one colour', () => {
    const even = { ...grid, values: Float32Array.of(7, 7, 7, 7) };
    expect(new Set(thermalPixels(even, 'white')).size).toBe(2);
  });

  it.each(palettes)('of %s end where they begin and end, whatever lies beyond', (palette) => {
    expect(colourOf(palette, -1)).toEqual(colourOf(palette, 0));
    expect(colourOf(palette, 2)).toEqual(colourOf(palette, 1));
    expect(colourOf(palette, 0)).not.toEqual(colourOf(palette, 1));
  });
});
