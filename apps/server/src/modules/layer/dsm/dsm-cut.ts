import { open, type FileHandle } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { LayerFile } from '../layer-columns.ts';
import { gridOf } from '../raster-grid.ts';
import { tileSpan, type Placement } from '../raster-place.ts';
import { checkDsm, type DsmFile } from './dsm-file.ts';
import { readHeights } from './dsm-heights.ts';

const side = 256;
/** Reading is said to be this share of the work. */
const reading = 0.3;

interface Surface {
  width: number;
  height: number;
  heights: Float32Array;
}

/** The height between four pixels; NaN where one that counts is unknown. Places are those of pixel corners. */
const heightAt = ({ width, height, heights }: Surface, column: number, row: number): number => {
  if (!(column >= 0 && row >= 0 && column <= width && row <= height)) return Number.NaN;
  const [x, y] = [
    Math.min(width - 1, Math.max(0, column - 0.5)),
    Math.min(height - 1, Math.max(0, row - 0.5)),
  ];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [a, b] = [x - left, y - top];
  const upper =
    (heights[top * width + left] as number) * (1 - a) + (heights[top * width + right] as number) * a;
  const lower =
    (heights[bottom * width + left] as number) * (1 - a) + (heights[bottom * width + right] as number) * a;
  return upper * (1 - b) + lower * b;
};

/** The heights of one tile; null where there is none. */
const tileOf = (
  surface: Surface,
  placement: Placement,
  z: number,
  x: number,
  y: number,
): Float32Array | null => {
  const { parts, columns, rows } = gridOf(placement, z, x, y);
  const tile = new Float32Array(side * side).fill(Number.NaN);
  const corners = parts + 1;
  let any = false;
  for (let py = 0; py < side; py += 1)
    for (let px = 0; px < side; px += 1) {
      const [u, v] = [((px + 0.5) / side) * parts, ((py + 0.5) / side) * parts];
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const at = j * corners + i;
      const between = (all: Float64Array): number => {
        const upper = (all[at] as number) * (1 - (u - i)) + (all[at + 1] as number) * (u - i);
        const lower =
          (all[at + corners] as number) * (1 - (u - i)) + (all[at + corners + 1] as number) * (u - i);
        return upper * (1 - (v - j)) + lower * (v - j);
      };
      const height = heightAt(surface, between(columns), between(rows));
      if (Number.isNaN(height)) continue;
      tile[py * side + px] = height;
      any = true;
    }
  return any ? tile : null;
};

/** Colours of heights from low to high: green, sand, brown, white. */
const ramp = [
  [58, 125, 84],
  [214, 201, 140],
  [150, 102, 66],
  [245, 243, 240],
] as const;

/** A picture of a tile: colours by height, darker on slopes away from the light in the north-west. */
const reliefOf = (tile: Float32Array, least: number, most: number, metres: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * 4);
  for (let at = 0; at < tile.length; at += 1) {
    const height = tile[at] as number;
    if (Number.isNaN(height)) continue;
    const share =
      Math.min(1, Math.max(0, (height - least) / Math.max(0.01, most - least))) * (ramp.length - 1);
    const low = Math.min(ramp.length - 2, Math.floor(share));
    const [near, far] = [ramp[low] ?? ramp[0], ramp[low + 1] ?? ramp[3]];
    const before = at % side > 0 && at >= side ? (tile[at - side - 1] as number) : height;
    const slope = Number.isNaN(before) ? 0 : (height - before) / (metres * Math.SQRT2);
    const light = Math.min(1.25, Math.max(0.55, 1 + slope * 0.6));
    for (let band = 0; band < 3; band += 1) {
      const [one, other] = [near[band] as number, far[band] as number];
      pixels[at * 4 + band] = Math.min(255, Math.round((one + (other - one) * (share - low)) * light));
    }
    pixels[at * 4 + 3] = 255;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .webp({ quality: 80, effort: 1 })
    .toBuffer();
};

const extremes = (heights: Float32Array): [number, number] => {
  let [least, most] = [Infinity, -Infinity];
  for (const height of heights) {
    if (Number.isNaN(height)) continue;
    least = Math.min(least, height);
    most = Math.max(most, height);
  }
  return [least, most];
};

const cutAll = async (
  surface: Surface,
  { placement }: DsmFile,
  pack: FileHandle,
  onShare: (share: number) => void,
): Promise<{ files: LayerFile[]; size: number }> => {
  const { zooms, bounds } = placement;
  const [least, most] = extremes(surface.heights);
  const files: LayerFile[] = [];
  let size = 0;
  const put = async (path: string, bytes: Buffer, contentType: string): Promise<void> => {
    await pack.write(bytes, 0, bytes.length, size);
    files.push({ path, start: size, length: bytes.length, contentType });
    size += bytes.length;
  };
  const middle = ((bounds.south + bounds.north) / 2) * (Math.PI / 180);
  for (let z = zooms.max; z >= zooms.min; z -= 1) {
    const { x0, y0, x1, y1 } = tileSpan(bounds, z);
    const metres = (40_075_016.7 * Math.cos(middle)) / 2 ** z / side;
    for (let y = y0; y <= y1; y += 1) {
      for (let column = x0; column <= x1; column += 1) {
        const x = column % 2 ** z;
        const tile = tileOf(surface, placement, z, x, y);
        if (!tile) continue;
        await put(`${z}/${x}/${y}`, await reliefOf(tile, least, most, metres), 'image/webp');
        await put(`h/${z}/${x}/${y}`, deflateSync(new Uint8Array(tile.buffer)), 'application/octet-stream');
      }
      // The finest level is three quarters of all tiles.
      if (z === zooms.max) onShare(reading + (1 - reading) * 0.75 * ((y - y0 + 1) / (y1 - y0 + 1)));
    }
  }
  return { files, size };
};

/**
 * Cuts a GeoTIFF of heights into tiles of Web Mercator: of each a picture of the relief, and under `h/` its heights as 32-bit
 * fractions in metres, low byte first, deflated, NaN where nothing is known.
 * @throws Refusal for a file that cannot become a layer
 */
export async function cutDsm(
  path: string,
  packPath: string,
  onShare: (share: number) => void,
): Promise<{ files: LayerFile[]; size: number }> {
  const dsm = await checkDsm(path);
  const file = await open(path);
  const pack = await open(packPath, 'wx', 0o600);
  try {
    const { width, height } = dsm.layout;
    const heights = await readHeights(file, dsm, (share) => onShare(share * reading));
    return await cutAll({ width, height, heights }, dsm, pack, onShare);
  } finally {
    await file.close();
    await pack.close();
  }
}
