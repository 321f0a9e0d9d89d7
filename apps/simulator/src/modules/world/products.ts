import { zipSync } from 'fflate';
import { buildingTiles, obliqueTiles } from './models.ts';
import { createPainter, type Painter } from './paint.ts';
import type { Area } from './plan.ts';
import { pointTiles } from './points.ts';
import { imageryTiles, terrainTiles, type Files } from './tiles.ts';
import { tileView } from './mercator.ts';
import { createWorld } from './world.ts';

/** What is made of the world, in the order in which a newcomer sees it. */
export const productKeys = ['imagery', 'terrain', 'buildings', 'orthophoto', 'oblique', 'points'] as const;
export type ProductKey = (typeof productKeys)[number];

/** The seed of the demo; another gives other hills, fields and houses. */
export const demoSeed = 12;

/** Where an aircraft photographed the fields, and how far the block is turned, radians. */
const photographed: Area = { west: -40, south: -1010, east: 400, north: -650 };
const turned = 0.28;

/** Metres that a place is inside of the photographed block. */
const insideBlock = (east: number, north: number): number => {
  const right = east - (photographed.west + photographed.east) / 2;
  const up = north - (photographed.south + photographed.north) / 2;
  const along = right * Math.cos(turned) + up * Math.sin(turned);
  const across = up * Math.cos(turned) - right * Math.sin(turned);
  // Each strip of a flight ends a little elsewhere.
  const ragged = 4 * Math.sin(Math.floor(across / 18) * 2.4);
  return Math.min(172 + ragged - Math.abs(along), 118 - Math.abs(across));
};

/** The same bytes for the same files: an archive carries a time for each of them. */
const archive = (files: Files): Uint8Array => zipSync(files, { level: 0, mtime: '2000-01-01' });

/**
 * Makes one product after another as an archive that the product takes as a layer.
 * @param report the share of a product that is made, 0 to 1; 1 once, after it was delivered
 */
export async function makeProducts(
  wanted: readonly ProductKey[],
  deliver: (key: ProductKey, zip: Uint8Array) => void | Promise<void>,
  report: (key: ProductKey, share: number) => void = () => undefined,
): Promise<void> {
  const world = createWorld(demoSeed);
  let drawn: Painter | undefined;
  // Made is only what lies there: the last tile is drawn before its archive is written.
  const drawnShare =
    (key: ProductKey) =>
    (share: number): void =>
      report(key, Math.min(share, 0.99));
  // Models of buildings need no picture, and what one rests on takes a while.
  const painter = (): Painter => (drawn ??= createPainter(world));
  const makers: Record<ProductKey, () => Files | Promise<Files>> = {
    imagery: () => imageryTiles(painter(), { min: 8, max: 17 }, drawnShare('imagery')),
    terrain: () => terrainTiles(world.ground, { min: 8, max: 14 }),
    buildings: () => buildingTiles(world),
    orthophoto: () =>
      imageryTiles(painter(), { min: 15, max: 19 }, drawnShare('orthophoto'), {
        area: photographed,
        clip: ({ data, width }, tile) => {
          const { east, north } = tileView(tile, width);
          for (let at = 0; at < data.length / 4; at += 1)
            if (insideBlock(east[at % width] ?? 0, north[Math.floor(at / width)] ?? 0) < 0)
              data[at * 4 + 3] = 0;
        },
      }),
    oblique: () => obliqueTiles(world, painter()),
    points: () => pointTiles(world, painter()),
  };
  for (const key of productKeys) {
    if (!wanted.includes(key)) continue;
    report(key, 0);
    const files = await makers[key]();
    await deliver(key, archive(files));
    report(key, 1);
  }
}
