import { lowSide, meadow } from './cover.ts';
import { valueOn, type Grids } from './grids.ts';
import { river, riverNorth } from './height.ts';
import { cellNoise } from '../../platform/noise.ts';
import { reach, solarField, solarRow, substation, village, type Area } from './plan.ts';

/** Where the columns and rows of a picture are, metres east and north of the origin; north falls from row to row. */
export interface View {
  readonly east: Float64Array;
  readonly north: Float64Array;
  /** Metres of a pixel. */
  readonly pixel: number;
}
/** Red, green, blue and opacity, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}
/** A view of an area from above with so many columns. */
export const viewOf = ({ west, south, east, north }: Area, columns: number): View => {
  const pixel = (east - west) / columns;
  const rows = Math.round((north - south) / pixel);
  return {
    pixel,
    east: Float64Array.from({ length: columns }, (_, index) => west + (index + 0.5) * pixel),
    north: Float64Array.from(
      { length: rows },
      (_, index) => north - ((index + 0.5) * (north - south)) / rows,
    ),
  };
};
export type Colour = readonly [number, number, number];

const crops: readonly Colour[] = [
  [190, 180, 124],
  [150, 164, 104],
  [172, 156, 112],
  [130, 152, 98],
  [200, 190, 142],
  [150, 136, 100],
  [164, 174, 118],
];
const grass: Colour = [152, 160, 112];
const wood: Colour = [82, 103, 72];
const water: Colour = [92, 124, 136];
const sand: Colour = [182, 174, 146];
const gravel: Colour = [178, 174, 164];
const panel: Colour = [54, 68, 92];
const garden: Colour = [140, 152, 104];

/** What a pixel is made of while it is drawn; one object for all pixels of a picture. */
interface Brush {
  r: number;
  g: number;
  b: number;
}
const lay = (brush: Brush, [r, g, b]: Colour, share: number): void => {
  brush.r += (r - brush.r) * share;
  brush.g += (g - brush.g) * share;
  brush.b += (b - brush.b) * share;
};
/** 0 outside, 1 inside, between them over one pixel. */
export const inside = (depth: number, pixel: number): number => Math.min(1, Math.max(0, depth / pixel + 0.5));

/** Blocks of fields, each in strips of one crop with the rows of its sowing. */
const crop = (brush: Brush, east: number, north: number, pixel: number, seed: number): void => {
  const bend = 22 * Math.sin(east / 310) + 18 * Math.sin(north / 270);
  const across = 0.94 * east + 0.34 * north + bend;
  const up = 0.94 * north - 0.34 * east - bend;
  const column = Math.floor(across / 330);
  const row = Math.floor((up + 90 * cellNoise(column, 3, seed)) / 230);
  const turned = cellNoise(column, row, seed + 20) < 0.5;
  const along = turned ? up : across;
  const width = 34 + 60 * cellNoise(column, row, seed + 21);
  const strip = Math.floor(along / width);
  const kind = cellNoise(strip + column * 57, row + (turned ? 900 : 0), seed + 22);
  lay(brush, crops[Math.floor(kind * crops.length)] ?? grass, 1);
  if (pixel < 2) {
    const rows = Math.sin(along * (1.5 + kind)) * 5 * (2 - pixel);
    brush.r += rows;
    brush.g += rows;
    brush.b += rows * 0.7;
  }
  const edge = Math.min(along - strip * width, (strip + 1) * width - along);
  lay(brush, garden, 0.75 * (1 - inside(edge - 1.1, Math.max(1, pixel))));
};

const panels = (brush: Brush, north: number, pixel: number): void => {
  const step = (north - solarField.south) % solarRow.every;
  lay(brush, [158, 156, 122], 1);
  lay(brush, [116, 116, 96], 0.6 * inside(solarRow.wide + 1.4 - step, pixel));
  lay(brush, panel, inside(Math.min(step, solarRow.wide - step), pixel));
};

const depthIn = (area: typeof village, east: number, north: number): number =>
  Math.min(east - area.west, area.east - east, north - area.south, area.north - north);

/** The opacity towards the edge of the world, so that it ends without a line. */
const fade = (east: number, north: number, tint: number): number => {
  const depth = Math.min(reach.east - Math.abs(east), reach.north - Math.abs(north));
  return Math.min(1, Math.max(0, (depth + 60 * tint - 40) / 200));
};

/** Draws the ground without roads, trees and buildings. */
export function paintGround(view: View, grids: Grids, seed: number): Picture {
  const width = view.east.length;
  const height = view.north.length;
  const data = new Uint8ClampedArray(width * height * 4);
  const brush: Brush = { r: 0, g: 0, b: 0 };
  const banks = Float64Array.from(view.east, riverNorth);
  const slopes = Float64Array.from(view.east, (east) =>
    Math.hypot(1, (riverNorth(east + 1) - riverNorth(east - 1)) / 2),
  );
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    const north = view.north[row] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const east = view.east[column] ?? 0;
      const tint = valueOn(grids.tint, east, north);
      const bank = banks[column] ?? 0;
      const away = Math.abs(north - bank) / (slopes[column] ?? 1);
      open(brush, { east, north, tint, away, low: north < bank, pixel: view.pixel }, grids, seed);
      const light = 0.62 + 0.54 * valueOn(grids.shade, east, north);
      const grain = 1 + (cellNoise(Math.round(east * 2), Math.round(north * 2), seed) - 0.5) * 0.07;
      const lit = away < river.half ? 1 : light * grain;
      data[at] = brush.r * lit;
      data[at + 1] = brush.g * lit;
      data[at + 2] = brush.b * lit;
      data[at + 3] = 255 * fade(east, north, tint);
      at += 4;
    }
  }
  return { width, height, data };
}

interface Spot {
  east: number;
  north: number;
  tint: number;
  away: number;
  low: boolean;
  pixel: number;
}

function open(brush: Brush, spot: Spot, grids: Grids, seed: number): void {
  const { east, north, tint, away, low, pixel } = spot;
  lay(brush, grass, 1);
  brush.r += tint * 11;
  brush.g += tint * 8;
  const home = depthIn(village, east, north);
  if (
    away > meadow.river &&
    home < -meadow.village &&
    away < valueOn(grids.field, east, north) + (low ? lowSide : 0)
  )
    crop(brush, east, north, pixel, seed);
  if (home > -meadow.village) lay(brush, garden, 0.5 * inside(home + meadow.village, 20));
  const trees = valueOn(grids.wood, east, north);
  if (trees > -0.03) lay(brush, wood, inside(trees * 120, Math.max(3, pixel)));
  if (depthIn(solarField, east, north) > 0) panels(brush, north, pixel);
  const yard = depthIn(substation, east, north);
  if (yard > -2) lay(brush, gravel, inside(yard, pixel));
  if (away > river.bank + 30) return;
  lay(brush, sand, 0.7 * inside(river.bank - 3 + 4 * tint - away, 5));
  lay(brush, water, inside(river.half - away, pixel));
  if (away < river.half) lay(brush, [70, 102, 116], 0.5 * (1 - away / river.half) + 0.12 * tint);
}
