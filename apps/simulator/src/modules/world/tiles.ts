import sharp from 'sharp';
import type { Area } from './plan.ts';
import { tilesOf, tileView, touchesWorld, type TileAddress } from './mercator.ts';
import type { Picture } from './paint-ground.ts';
import type { Painter } from './paint.ts';

/** Files by name, as they are put into an archive. */
export type Files = Record<string, Uint8Array>;
const size = 256;

const blank = (): Uint8ClampedArray => new Uint8ClampedArray(size * size * 4);

/** Puts four tiles together at half their size; colours weigh by their opacity, or clear edges would turn dark. */
function halved(target: Uint8ClampedArray, source: Uint8ClampedArray, left: number, top: number): void {
  for (let row = 0; row < size / 2; row += 1)
    for (let column = 0; column < size / 2; column += 1) {
      const from = (row * 2 * size + column * 2) * 4;
      const to = ((top + row) * size + left + column) * 4;
      let [r, g, b, opacity] = [0, 0, 0, 0];
      for (const at of [from, from + 4, from + size * 4, from + size * 4 + 4]) {
        const weight = source[at + 3] ?? 0;
        r += (source[at] ?? 0) * weight;
        g += (source[at + 1] ?? 0) * weight;
        b += (source[at + 2] ?? 0) * weight;
        opacity += weight;
      }
      if (opacity === 0) continue;
      target[to] = r / opacity;
      target[to + 1] = g / opacity;
      target[to + 2] = b / opacity;
      target[to + 3] = opacity / 4;
    }
}

const encode = async ({ data, width, height }: Picture): Promise<Uint8Array> => {
  const raw = { width, height, channels: 4 } as const;
  return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw })
    .webp({ quality: 80, effort: 1, alphaQuality: 60 })
    .toBuffer();
};

/**
 * Draws tiles of the deepest zoom and makes the others of them.
 * @param clip leaves of the finest picture what is wanted
 * @param report share of the work that is done, 0 to 1
 */
export async function imageryTiles(
  painter: Painter,
  zooms: { min: number; max: number },
  report: (share: number) => void = () => undefined,
  { area, clip }: { area?: Area; clip?: (picture: Picture, tile: TileAddress) => void } = {},
): Promise<Files> {
  const files: Files = {};
  const most = tilesOf(zooms.max, 0, area).length;
  let drawn = 0;

  const keep = async ({ z, x, y }: TileAddress, data: Uint8ClampedArray): Promise<void> => {
    if (!data.some((value, index) => index % 4 === 3 && value > 0)) return;
    files[`${z}/${x}/${y}.webp`] = await encode({ width: size, height: size, data });
  };
  const tile = async (address: TileAddress): Promise<Uint8ClampedArray> => {
    if (!touchesWorld(address, area)) return blank();
    let data = blank();
    if (address.z === zooms.max) {
      const picture = painter.paint(tileView(address, size));
      clip?.(picture, address);
      data = picture.data;
      drawn += 1;
      report(Math.min(1, drawn / most));
    } else
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const child = { z: address.z + 1, x: address.x * 2 + dx, y: address.y * 2 + dy };
        halved(data, await tile(child), (dx * size) / 2, (dy * size) / 2);
      }
    await keep(address, data);
    return data;
  };
  for (const root of tilesOf(zooms.min, 0, area)) await tile(root);
  return files;
}

/** Heights as terrarium colours: height + 32768 metres as 256 red + green + blue / 256. */
export const terrarium = (height: number): readonly [number, number, number] => {
  const steps = Math.round((height + 32_768) * 256);
  return [Math.floor(steps / 65_536), Math.floor(steps / 256) % 256, steps % 256];
};

const terrainTile = (
  address: TileAddress,
  ground: (east: number, north: number) => number,
): Promise<Buffer> => {
  const view = tileView(address, size);
  const data = new Uint8Array(size * size * 3);
  let at = 0;
  for (const north of view.north)
    for (const east of view.east) {
      // A sixteenth of a metre is finer than the land is known, and packs to a third.
      data.set(terrarium(Math.round(ground(east, north) * 16) / 16), at);
      at += 3;
    }
  return sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
};

/** Terrain tiles of the world; those of the lowest zoom reach as far as the land around falls off. */
export async function terrainTiles(
  ground: (east: number, north: number) => number,
  zooms: { min: number; max: number },
): Promise<Files> {
  const files: Files = {};
  for (let z = zooms.min; z <= zooms.max; z += 1)
    for (const address of tilesOf(z, z < zooms.min + 3 ? 1 : 0))
      files[`${z}/${address.x}/${address.y}.png`] = await terrainTile(address, ground);
  return files;
}
