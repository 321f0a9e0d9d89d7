import { metresPerPixelAt } from '../scale.ts';

/** CSS pixels of what a map is drawn in. */
export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** Opening angle of the globe's eye over the longer side of its view, radians. */
export const globeFov = Math.PI / 3;

/**
 * Metres from the eye to what it looks at, so that a pixel there covers as much ground as on the flat map:
 * range = resolution · longer side / (2 · tan(fov / 2)). Looking straight down it is the height above the ground.
 */
export const rangeOfZoom = (lat: number, zoom: number, size: ViewSize): number =>
  (metresPerPixelAt(lat, zoom) * Math.max(size.width, size.height)) / (2 * Math.tan(globeFov / 2));

/** Inverse of `rangeOfZoom`. `range` is positive metres. */
export const zoomOfRange = (lat: number, range: number, size: ViewSize): number =>
  Math.log2(rangeOfZoom(lat, 0, size) / range);

/** Ends of the product's table of levels (256 px tiles) and heights: 1 to 5 are one height, 20 to 26 another. */
const table = { farLevel: 5, nearLevel: 20, nearHeight: 289.4, step: 2.034868354893 } as const;

/** Height of the globe's eye in metres for a level of 256 px tiles: 12 289 757 m up to level 5, 289.4 m from 20 on. */
export const heightOfLevel = (level: number): number =>
  table.nearHeight *
  table.step ** (table.nearLevel - Math.min(table.nearLevel, Math.max(table.farLevel, level)));

/** Inverse of `heightOfLevel`; heights beyond the ends belong to level 5 and level 20. */
export const levelOfHeight = (height: number): number =>
  Math.min(
    table.nearLevel,
    Math.max(table.farLevel, table.nearLevel - Math.log(height / table.nearHeight) / Math.log(table.step)),
  );

/** Zoom at which the globe stands as high as the table says for a zoom of the flat map. Both count 512 px tiles. */
export const zoomForGlobe = (lat: number, zoom: number, size: ViewSize): number =>
  zoomOfRange(lat, heightOfLevel(zoom + 1), size);

/** Inverse of `zoomForGlobe` between the ends of the table. */
export const zoomForFlat = (lat: number, zoom: number, size: ViewSize): number =>
  levelOfHeight(rangeOfZoom(lat, zoom, size)) - 1;
