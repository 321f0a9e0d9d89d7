/**
 * How temperatures are known: 32-bit fractions of a TIFF that names no unit, assumed to be °C; 16 bits of a TIFF that names no
 * unit or no scale, assumed to be hundredths of a Kelvin; what the program of the operator read out of a radiometric JPEG; or a
 * TIFF in the unit and scale that it names. Stored grids hold the place in this list.
 */
export const thermalSources = ['celsius', 'kelvin', 'program', 'named'] as const;
export type ThermalSource = (typeof thermalSources)[number];

/** Whether the unit of temperatures is assumed, because their file does not name it. */
export const isUnitAssumed = ({ source }: { source: ThermalSource }): boolean =>
  source === 'celsius' || source === 'kelvin';

/** Temperatures of a picture, °C, row by row; NaN: not known there. */
export interface ThermalGrid {
  width: number;
  height: number;
  source: ThermalSource;
  values: Float32Array;
}

/** Figures of a part of a picture, °C; `count` pixels are known. Null of a place: none is. */
export interface ThermalFigures {
  count: number;
  least: number;
  most: number;
  mean: number;
  leastAt: ThermalPlace;
  mostAt: ThermalPlace;
}

/** A pixel, counted from the first corner. */
export interface ThermalPlace {
  x: number;
  y: number;
}

export type ThermalShape = 'point' | 'line' | 'box';

const mark = 0x54_45_59_45;
const headBytes = 16;

/** Temperatures as bytes: a mark, width, height and source of 32 bits each, then fractions of 32 bits, the low byte first. */
export function thermalBytes({ width, height, source, values }: ThermalGrid): Uint8Array {
  const bytes = new Uint8Array(headBytes + values.length * 4);
  const view = new DataView(bytes.buffer);
  [mark, width, height, thermalSources.indexOf(source)].forEach((word, at) =>
    view.setUint32(at * 4, word, true),
  );
  values.forEach((value, at) => view.setFloat32(headBytes + at * 4, value, true));
  return bytes;
}

/** Reads what `thermalBytes` wrote. @returns null where it is anything else */
export function thermalGrid(bytes: Uint8Array): ThermalGrid | null {
  if (bytes.length < headBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(4, true), view.getUint32(8, true)];
  const source = thermalSources[view.getUint32(12, true)];
  const whole = width > 0 && height > 0 && bytes.length === headBytes + width * height * 4;
  if (view.getUint32(0, true) !== mark || !source || !whole) return null;
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at += 1) values[at] = view.getFloat32(headBytes + at * 4, true);
  return { width, height, source, values };
}

/** The pixels of a line, each once; a pixel next to the other, up to the last one. */
function* pixelsOfLine(from: ThermalPlace, to: ThermalPlace): Generator<ThermalPlace> {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  for (let step = 0; step <= steps; step += 1) {
    const share = steps === 0 ? 0 : step / steps;
    yield {
      x: Math.round(from.x + (to.x - from.x) * share),
      y: Math.round(from.y + (to.y - from.y) * share),
    };
  }
}

function* pixelsOfBox(from: ThermalPlace, to: ThermalPlace): Generator<ThermalPlace> {
  for (let y = Math.min(from.y, to.y); y <= Math.max(from.y, to.y); y += 1)
    for (let x = Math.min(from.x, to.x); x <= Math.max(from.x, to.x); x += 1) yield { x, y };
}

/** A place within a picture: one outside of it becomes the nearest pixel of its edge. */
export const insideGrid = ({ width, height }: ThermalGrid, { x, y }: ThermalPlace): ThermalPlace => ({
  x: Math.min(width - 1, Math.max(0, Math.floor(x))),
  y: Math.min(height - 1, Math.max(0, Math.floor(y))),
});

/**
 * Least, largest and mean temperature of a point, of the pixels of a line or of a box, its corners included. A point is its
 * first place alone. @returns null where no pixel of it is known
 */
export function thermalFigures(
  grid: ThermalGrid,
  shape: ThermalShape,
  first: ThermalPlace,
  second: ThermalPlace = first,
): ThermalFigures | null {
  const from = insideGrid(grid, first);
  const to = shape === 'point' ? from : insideGrid(grid, second);
  const pixels = shape === 'box' ? pixelsOfBox(from, to) : pixelsOfLine(from, to);
  let [count, sum, least, most] = [0, 0, Infinity, -Infinity];
  let [leastAt, mostAt] = [from, from];
  for (const place of pixels) {
    const value = grid.values[place.y * grid.width + place.x] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
    if (value < least) [least, leastAt] = [value, place];
    if (value > most) [most, mostAt] = [value, place];
  }
  return count === 0 ? null : { count, least, most, mean: sum / count, leastAt, mostAt };
}

/** The same of all of a picture. */
export const thermalFiguresOfAll = (grid: ThermalGrid): ThermalFigures | null =>
  thermalFigures(grid, 'box', { x: 0, y: 0 }, { x: grid.width - 1, y: grid.height - 1 });
