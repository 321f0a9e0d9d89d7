import type { Bounds } from '@eyrie/geometry';
import { geodetic, identity, isMatrix, placed, times, type Matrix, type Vector } from './frame.ts';
import { UnreadModel } from './unread.ts';

/** A file that a tile of a tree names, and how it is placed. */
export interface NamedContent {
  link: string;
  transform: Matrix;
}

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Metres that a tile may be wrong by and still be as good as the finer ones below it. */
const fineEnough = 1;
const tilesMost = 100_000;
const degrees = 180 / Math.PI;

const numbers = (value: unknown, count: number): readonly number[] | null =>
  Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one))
    ? (value as number[])
    : null;

/** The box around places in degrees, with metres around it. */
function around(places: readonly Vector[], metres: number): Bounds {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const place of places) {
    const { lng, lat } = geodetic(place);
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  const up = metres / 110_000;
  const wide = up / Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) + up) / degrees));
  return { west: west - wide, east: east + wide, south: south - up, north: north + up };
}

/** The box of a tile's volume; null: it cannot be told, so it may lie anywhere. */
export function boxOf(volume: unknown, transform: Matrix): Bounds | null {
  if (!isJson(volume)) return null;
  const region = numbers(volume['region'], 6);
  if (region) {
    const [west, south, east, north] = region.map((one) => one * degrees);
    return { west: west as number, south: south as number, east: east as number, north: north as number };
  }
  const sphere = numbers(volume['sphere'], 4);
  const scale = Math.max(
    ...[0, 4, 8].map((at) => Math.hypot(...[0, 1, 2].map((row) => transform[at + row] as number))),
  );
  if (sphere) {
    const [x, y, z, radius] = sphere as [number, number, number, number];
    return around([placed(transform, x, y, z)], radius * scale);
  }
  const box = numbers(volume['box'], 12);
  if (!box) return null;
  const at = (index: number): number => box[index] as number;
  const corners = [-1, 1].flatMap((a) =>
    [-1, 1].flatMap((b) =>
      [-1, 1].map((c) =>
        placed(
          transform,
          ...([0, 1, 2].map((axis) => at(axis) + a * at(3 + axis) + b * at(6 + axis) + c * at(9 + axis)) as [
            number,
            number,
            number,
          ]),
        ),
      ),
    ),
  );
  return around(corners, 1);
}

export const meets = (one: Bounds | null, other: Bounds): boolean => {
  if (!one) return true;
  if (one.north < other.south || one.south > other.north) return false;
  if (one.east - one.west > 180) return true;
  const reach = ({ west, east }: Bounds): number => (east - west + 360) % 360;
  const off = (((other.west - one.west) % 360) + 360) % 360;
  return off <= reach(one) || 360 - off <= reach(other);
};

/** Files that a tile names: one, or several. */
const linksOf = (tile: Json): string[] => {
  const contents = Array.isArray(tile['contents']) ? (tile['contents'] as unknown[]) : [tile['content']];
  return contents.flatMap((one) => {
    const link = isJson(one) ? (one['uri'] ?? one['url']) : undefined;
    return typeof link === 'string' ? [link] : [];
  });
};

/**
 * Files of a tileset that have to be read to know what stands in some boxes: of tiles that replace others the finest, or those that are
 * fine enough.
 * @throws UnreadModel for tiles that are not listed, and more of them than are looked at
 */
export function contentsIn(
  json: unknown,
  boxes: readonly Bounds[],
  outer: Matrix = identity,
): { within: boolean; contents: NamedContent[] } {
  const root = isJson(json) ? json['root'] : null;
  if (!isJson(root)) throw new UnreadModel('tileset');
  const contents: NamedContent[] = [];
  let [seen, within] = [0, false];
  const waiting: { tile: Json; transform: Matrix; refine: string }[] = [
    { tile: root, transform: outer, refine: 'REPLACE' },
  ];
  while (waiting.length > 0) {
    const { tile, transform: above, refine: inherited } = waiting.pop() as (typeof waiting)[number];
    if ((seen += 1) > tilesMost) throw new UnreadModel('tiles');
    const transform = isMatrix(tile['transform']) ? times(above, tile['transform']) : above;
    const own = boxOf(tile['boundingVolume'], transform);
    if (!boxes.some((box) => meets(own, box))) continue;
    within = true;
    if ('implicitTiling' in tile) throw new UnreadModel('implicitTiling');
    const refine = typeof tile['refine'] === 'string' ? tile['refine'].toUpperCase() : inherited;
    const children = (Array.isArray(tile['children']) ? (tile['children'] as unknown[]) : []).filter(isJson);
    const links = linksOf(tile);
    const fine = Number(tile['geometricError']) <= fineEnough && links.length > 0;
    const replaced = refine === 'REPLACE' && children.length > 0 && !fine;
    if (!replaced) contents.push(...links.map((link) => ({ link, transform })));
    if (replaced || refine === 'ADD')
      waiting.push(...children.map((one) => ({ tile: one, transform, refine })));
  }
  return { within, contents };
}

/** Links of the buffers of a model in JSON by their numbers, null for those that lie in it; null: it is no model. */
export function buffersBeside({ root, asset, buffers }: Json): (string | null)[] | null {
  if (root !== undefined || !isJson(asset)) return null;
  return (Array.isArray(buffers) ? (buffers as unknown[]) : []).map((one) => {
    const link = isJson(one) ? one['uri'] : undefined;
    if (typeof link !== 'string') throw new UnreadModel('glTF: buffer');
    return link.startsWith('data:') ? null : link;
  });
}
