import { pyramidLevels, pyramidTile, type Pyramid } from '@eyrie/domain';

/** A tile at its place, pixels of the photo at full size. */
export interface PlacedTile {
  tile: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TileSight {
  /** 1 shows the whole photo. */
  zoom: number;
  /** What lies in the middle, pixels of the photo; missing: its middle. */
  middle?: { x: number; y: number } | undefined;
  /** Of the area that shows it, in pixels of the screen. */
  area: { width: number; height: number };
}

/** Most tiles of one sight: more than a screen of 8K shows. */
const most = 200;

/** The tiles of a photo that are in sight, of the size in which a pixel of theirs is about one of the screen. */
export function tilesInSight(pyramid: Pyramid, { zoom, middle, area }: TileSight): PlacedTile[] {
  const levels = pyramidLevels(pyramid);
  const { width, height } = pyramid;
  const scale = Math.min(area.width / width, area.height / height) * zoom;
  if (!(scale > 0)) return [];
  const at = Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log2(1 / scale))));
  const level = levels[at];
  if (!level) return [];
  // Of this size so many pixels of the full one make one.
  const [larger, deeper] = [width / level.width, height / level.height];
  const centre = middle ?? { x: width / 2, y: height / 2 };
  const from = (place: number, seen: number, side: number): number =>
    Math.max(0, Math.floor((place - seen / scale / 2) / side));
  const to = (place: number, seen: number, side: number, last: number): number =>
    Math.min(last, Math.floor((place + seen / scale / 2) / side));
  const [across, down] = [pyramidTile * larger, pyramidTile * deeper];
  const tiles: PlacedTile[] = [];
  for (
    let row = from(centre.y, area.height, down);
    row <= to(centre.y, area.height, down, level.down - 1);
    row += 1
  )
    for (
      let column = from(centre.x, area.width, across);
      column <= to(centre.x, area.width, across, level.across - 1);
      column += 1
    )
      tiles.push({
        tile: level.first + row * level.across + column,
        x: column * across,
        y: row * down,
        width: Math.min(across, width - column * across),
        height: Math.min(down, height - row * down),
      });
  return tiles.slice(0, most);
}

/** Shares of what is seen by which an arrow key moves it, to the right and down. */
const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-0.2, 0],
  ArrowRight: [0.2, 0],
  ArrowUp: [0, -0.2],
  ArrowDown: [0, 0.2],
};

/** What lies in the middle after an arrow key, never beyond the photo. @returns null where the key moves nothing */
export function middleAfter(
  { width, height }: Pyramid,
  key: string,
  { zoom, middle }: Pick<TileSight, 'zoom' | 'middle'>,
): { x: number; y: number } | null {
  const [right, down] = arrows[key] ?? [];
  if (right === undefined || down === undefined || zoom <= 1) return null;
  const { x, y } = middle ?? { x: width / 2, y: height / 2 };
  return {
    x: Math.min(width, Math.max(0, x + (width / zoom) * right)),
    y: Math.min(height, Math.max(0, y + (height / zoom) * down)),
  };
}

/** The one tile that shows the whole photo. */
export const smallestTile = (pyramid: Pyramid): number => pyramidLevels(pyramid).at(-1)?.first ?? 0;
