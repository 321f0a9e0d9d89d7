import { decodeHeights, type Bounds, type ObstacleBlock, type TileId } from '@eyrie/geometry';
import sharp from 'sharp';
import { common, rangesOf } from './cells.ts';
import { across, SurfaceRaster } from './raster.ts';
import { UnreadModel } from './unread.ts';

/** Pixels of one tile at most. */
const pixelsMost = 1_024 * 1_024;
/** Metres below and above which no ground lies and nothing stands on it: what programs write where they know nothing. */
const known = { least: -1_000, most: 10_000 };

/** Heights of the square in rows of pixels; NaN where nothing is known. */
async function pixelsOf(
  bytes: Buffer,
  encoding: 'terrarium' | 'mapbox',
): Promise<{ size: number; heights: Float32Array }> {
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelsMost })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new UnreadModel('picture');
    });
  if (info.width !== info.height || info.channels !== 4) throw new UnreadModel('picture');
  const { size, heights } = decodeHeights(new Uint8ClampedArray(data), encoding);
  for (let at = 0; at < heights.length; at += 1) {
    const height = heights[at] as number;
    const isKnown = data[at * 4 + 3] !== 0 && height > known.least && height < known.most;
    if (!isKnown) heights[at] = Number.NaN;
  }
  return { size, heights };
}

/**
 * A tile of heights of the surface as what stands in its cells: each is as high as the highest pixel that it has anything of.
 * `unknown`: some of them are not known.
 * @throws UnreadModel
 */
export async function obstaclesOfTile(
  bytes: Buffer,
  { z, x, y }: TileId,
  { encoding, boxes }: { encoding: 'terrarium' | 'mapbox'; boxes: readonly Bounds[] },
): Promise<{ blocks: ObstacleBlock[]; unknown: boolean }> {
  const { size, heights } = await pixelsOf(bytes, encoding);
  const wide = across / 2 ** z;
  const [west, north] = [x * wide, y * wide];
  const tile = { left: west, right: west + wide - 1, top: north, bottom: north + wide - 1 };
  const raster = new SurfaceRaster();
  let unknown = false;
  /** First and last pixel of a cell. */
  const pixels = (cell: number, edge: number): [number, number] => {
    const [from, to] = [((cell - edge) / wide) * size, ((cell + 1 - edge) / wide) * size];
    return [Math.floor(from), Math.max(Math.floor(from), Math.ceil(to) - 1)];
  };
  const topOf = (column: number, row: number): number => {
    const [left, right] = pixels(column, west);
    const [top, bottom] = pixels(row, north);
    let most = -Infinity;
    for (let down = top; down <= bottom; down += 1)
      for (let along = left; along <= right; along += 1) {
        const height = heights[down * size + along] as number;
        if (Number.isNaN(height)) return height;
        most = Math.max(most, height);
      }
    return most;
  };
  for (const range of boxes.flatMap(rangesOf)) {
    const part = common(range, tile);
    if (!part) continue;
    for (let row = part.top; row <= part.bottom; row += 1)
      for (let column = part.left; column <= part.right; column += 1) {
        const top = topOf(column, row);
        if (Number.isNaN(top)) unknown = true;
        else raster.raise(column, row, top, 0);
      }
  }
  return { blocks: raster.blocks(), unknown };
}
