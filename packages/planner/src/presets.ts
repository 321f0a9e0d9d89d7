import type { PlanCamera, PlanSettings } from '@eyrie/domain';

/** What a route is usually planned for: aircraft, its camera by sensor and lens, and how long it flies. */
export interface PlanPreset {
  readonly name: string;
  readonly settings: Pick<PlanSettings, 'drone' | 'payload' | 'camera' | 'ratedMinutes' | 'ratedSpeed'>;
}

/**
 * Sensors by pixel pitch (µm) times pixels: sizes of data sheets are rounded by up to 0.7 %. Pixels, focal lengths and sensors are
 * those of the makers' pages that `model-limits.ts` names; a pitch is the width of the sensor by its pixels.
 */
const camera = (
  name: string,
  pitch: number,
  [imageW, imageH]: readonly [number, number],
  [focalLength, minInterval]: readonly [number, number],
): PlanCamera => ({
  name,
  sensorW: Math.round(imageW * pitch) / 1000,
  sensorH: Math.round(imageH * pitch) / 1000,
  focalLength,
  imageW,
  imageH,
  minInterval,
});

const preset = (
  name: string,
  [drone, type]: readonly [string, number],
  wide: PlanCamera,
  [ratedMinutes, ratedSpeed]: readonly [number, number],
): PlanPreset => ({
  name,
  settings: { drone, payload: { type, position: 0 }, camera: wide, ratedMinutes, ratedSpeed },
});

/** 4/3 inch, 17.4 × 13 mm; the wide cameras of M3D and M4D. Photos every 0.7 s are the fastest that the Cloud API lets docks take. */
const fourThirds = (name: string): PlanCamera => camera(name, 3.3, [5280, 3956], [12.29, 0.7]);
/** 1/1.32 inch with 48 million pixels. The page gives 24 mm as of a 35 mm camera, which is 6.72 mm before this sensor. */
const smallWide = (name: string): PlanCamera => camera(name, 1.2, [8064, 6048], [6.72, 1]);

/**
 * Minutes in the air are those of hovering, which the makers' pages give beside the longest flight (41 min of the M30, 50 of the
 * M3D, 54 of the M4D by the page on hardware platforms of the Payload SDK), or less where a page gives none: a plan never counts
 * on a battery that is flown empty. Speeds are those at which the longest flight was measured, or below.
 *
 * Wide cameras of the aircraft that docks carry, and of the H20 that many plans were made for. */
export const planPresets: readonly PlanPreset[] = [
  preset('M30', ['0-67-0', 52], camera('M30', 1.6, [4000, 3000], [4.5, 1]), [36, 10]),
  preset('M30T', ['0-67-1', 53], camera('M30T', 1.6, [4000, 3000], [4.5, 1]), [36, 10]),
  preset('H20', ['0-89-0', 42], camera('H20', 1.55, [4056, 3040], [4.5, 2]), [45, 8]),
  preset('M3D', ['0-91-0', 80], fourThirds('M3D'), [40, 13]),
  preset('M3TD', ['0-91-1', 81], smallWide('M3TD'), [40, 13]),
  preset('M4D', ['0-100-0', 98], fourThirds('M4D'), [42, 12]),
  preset('M4TD', ['0-100-1', 99], smallWide('M4TD'), [42, 12]),
];
