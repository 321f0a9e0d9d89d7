import { describe, expect, it } from 'vitest';
import {
  isUnitAssumed,
  thermalBytes,
  thermalFigures,
  thermalFiguresOfAll,
  thermalGrid,
  thermalSources,
  type ThermalGrid,
} from './thermal-grid.ts';

/** 4 × 3 pixels whose temperature is ten times the row and the column. */
const values = Float32Array.from({ length: 12 }, (_, at) => Math.floor(at / 4) * 10 + (at % 4));
const grid: ThermalGrid = { width: 4, height: 3, source: 'kelvin', values };

describe('temperatures of a picture', () => {
  it('come back from their bytes', () => {
    expect(thermalGrid(thermalBytes(grid))).toEqual(grid);
  });

  it('come back from none but their own bytes', () => {
    const bytes = thermalBytes(grid);
    expect(thermalGrid(bytes.subarray(0, bytes.length - 1))).toBeNull();
    expect(thermalGrid(bytes.subarray(0, 8))).toBeNull();
    expect(thermalGrid(Uint8Array.from(bytes, (byte, at) => (at === 0 ? byte ^ 1 : byte)))).toBeNull();
    expect(thermalGrid(Uint8Array.from(bytes, (byte, at) => (at === 12 ? 9 : byte)))).toBeNull();
    expect(thermalGrid(Uint8Array.from(bytes, (byte, at) => (at === 4 ? 5 : byte)))).toBeNull();
  });

  it('are assumed to be in a unit where their file names none', () => {
    expect(thermalSources.filter((source) => isUnitAssumed({ source }))).toEqual(['celsius', 'kelvin']);
    expect(thermalGrid(thermalBytes({ ...grid, source: 'named' }))?.source).toBe('named');
  });

  it('are that of a point', () => {
    expect(thermalFigures(grid, 'point', { x: 2, y: 1 }, { x: 0, y: 0 })).toMatchObject({
      count: 1,
      least: 12,
      most: 12,
      mean: 12,
    });
  });

  it('are those of a line, each pixel once, whichever way it was drawn', () => {
    const figures = {
      count: 3,
      least: 0,
      most: 22,
      mean: 11,
      leastAt: { x: 0, y: 0 },
      mostAt: { x: 2, y: 2 },
    };
    expect(thermalFigures(grid, 'line', { x: 0, y: 0 }, { x: 2, y: 2 })).toEqual(figures);
    expect(thermalFigures(grid, 'line', { x: 2, y: 2 }, { x: 0, y: 0 })).toEqual(figures);
  });

  it('are those of a box with its corners, cut at the edge of the picture', () => {
    const figures = { count: 4, least: 12, most: 23, mean: 17.5 };
    expect(thermalFigures(grid, 'box', { x: 2, y: 1 }, { x: 3, y: 2 })).toMatchObject(figures);
    expect(thermalFigures(grid, 'box', { x: 99, y: 99 }, { x: 2, y: 1 })).toMatchObject(figures);
    expect(thermalFiguresOfAll(grid)).toMatchObject({ count: 12, least: 0, most: 23 });
  });

  it('leave out what is not known, and are none where nothing is', () => {
    const holes = { ...grid, values: values.map((value) => (value >= 20 ? Number.NaN : value)) };
    expect(thermalFiguresOfAll(holes)).toMatchObject({ count: 8, most: 13 });
    expect(thermalFigures(holes, 'point', { x: 0, y: 2 })).toBeNull();
  });
});
