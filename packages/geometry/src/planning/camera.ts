import type { ViewAngles } from '../view.ts';
import { checked, PlanningFault } from './fault.ts';

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

/** Diagonal of a 35 mm frame, mm. */
const fullFrameDiagonal = 43.27;

const positive = (field: string, value: number): number => checked(field, value, { above: 0 });
/** Per cent: at 100 photos would lie on each other. */
const kept = (field: string, overlap: number): number =>
  1 - checked(field, overlap, { min: 0, below: 100 }) / 100;

/** Metres on the ground per pixel at a height in metres: H·Sw / (f·Iw). */
export function groundSampleDistance(camera: MappingCamera, height: number): number {
  const width = positive('imageWidth', camera.imageWidth);
  return photoFootprint(camera, height).across / width;
}

/** The height in metres at which a pixel is `gsd` metres wide: GSD·f·Iw / Sw. */
export function heightForGsd(camera: MappingCamera, gsd: number): number {
  const pixels = positive('imageWidth', camera.imageWidth) * positive('focal', camera.focal);
  return (positive('gsd', gsd) * pixels) / positive('sensorWidth', camera.sensorWidth);
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

/** Seconds between two photos, from metres and m/s. */
export function photoInterval(metres: number, speed: number): number {
  return positive('photoDistance', metres) / positive('speed', speed);
}

/** The speed in m/s that a camera with a least interval (s) can follow at a photo distance (m). */
export function fastestSpeed(metres: number, minInterval: number): number {
  return positive('photoDistance', metres) / positive('minInterval', minInterval);
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

/** The real focal length in mm of a 35 mm equivalent: f35 · diagonal / 43.27. */
export function focalFrom35(equivalent: number, sensorWidth: number, sensorHeight: number): number {
  const diagonal = Math.hypot(positive('sensorWidth', sensorWidth), positive('sensorHeight', sensorHeight));
  return (positive('focal35', equivalent) * diagonal) / fullFrameDiagonal;
}

/**
 * Photos at equal distances need more metres between them than the aircraft flies in the least interval: at 10 m/s and
 * 1 s, 10 m is refused and 10.1 m is not.
 * @returns the distance in metres
 * @throws PlanningFault `intervalTooShort` with the distance that must be exceeded as `min`
 */
export function checkedPhotoDistance(metres: number, speed: number, minInterval = 1): number {
  const least = positive('speed', speed) * positive('minInterval', minInterval);
  if (positive('photoDistance', metres) > least) return metres;
  throw new PlanningFault('intervalTooShort', {
    field: 'photoDistance',
    value: metres,
    min: least,
    excluded: 'min',
  });
}
