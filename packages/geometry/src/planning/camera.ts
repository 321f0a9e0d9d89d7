import type { ViewAngles } from '../view.ts';
import { checked } from './fault.ts';

/** A camera as mapping needs it. The side of the sensor that lies across the course is its width. */
export interface MappingCamera {
  /** mm, pixel pitch × pixel count: sizes of data sheets are rounded by up to 0.7 % */
  readonly sensorWidth: number;
  /** mm */
  readonly sensorHeight: number;
  /** mm, the real one, not the 35 mm equivalent */
  readonly focal: number;
  /** Pixels of a photo. */
  readonly imageWidth: number;
  readonly imageHeight: number;
  /** Seconds between two photos at the least. */
  readonly minInterval: number;
}

type Optics = Pick<MappingCamera, 'sensorWidth' | 'sensorHeight' | 'focal'>;

const positive = (field: string, value: number): number => checked(field, value, { above: 0 });
/** Per cent: at 100 photos would lie on each other. */
const kept = (field: string, overlap: number): number =>
  1 - checked(field, overlap, { min: 0, below: 100 }) / 100;

/** Metres on the ground per pixel at a height in metres: H·Sw / (f·Iw). */
export function groundSampleDistance(camera: MappingCamera, height: number): number {
  const width = positive('imageWidth', camera.imageWidth);
  return photoFootprint(camera, height).across / width;
}

/** Metres of ground on a photo straight down from `height` metres: across H·Sw/f, along H·Sh/f. */
export function photoFootprint(camera: Optics, height: number): { across: number; along: number } {
  const perMetre = positive('height', height) / positive('focal', camera.focal);
  return {
    across: perMetre * positive('sensorWidth', camera.sensorWidth),
    along: perMetre * positive('sensorHeight', camera.sensorHeight),
  };
}

/** Metres between two lines at a side overlap in per cent (0 ≤ overlap < 100). */
export function lineSpacing(camera: Optics, height: number, sideOverlap: number): number {
  return photoFootprint(camera, height).across * kept('sideOverlap', sideOverlap);
}

/** Metres between two photos of a line at a front overlap in per cent (0 ≤ overlap < 100). */
export function photoDistance(camera: Optics, height: number, frontOverlap: number): number {
  return photoFootprint(camera, height).along * kept('frontOverlap', frontOverlap);
}

/** The view of a sensor at a zoom factor: 2·atan(S / (2·f·zoom)), degrees. A product of 0 has none and is refused. */
export function sensorView(camera: Optics, zoom = 1): ViewAngles {
  const reach = 2 * checked('focal', camera.focal) * checked('zoom', zoom);
  positive('focal·zoom', reach / 2);
  const angle = (side: number): number => (2 * Math.atan(side / reach) * 180) / Math.PI;
  return {
    horizontal: angle(positive('sensorWidth', camera.sensorWidth)),
    vertical: angle(positive('sensorHeight', camera.sensorHeight)),
  };
}
