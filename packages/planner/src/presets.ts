import type { PlanCamera, PlanSettings } from '@eyrie/domain';

/** What a route is usually planned for: aircraft, its camera by sensor and lens, and how long it flies. */
export interface PlanPreset {
  readonly name: string;
  readonly settings: Pick<PlanSettings, 'drone' | 'payload' | 'camera' | 'ratedMinutes' | 'ratedSpeed'>;
}

/** Sensors by pixel pitch (µm) times pixels: sizes of data sheets are rounded by up to 0.7 %. */
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

const fourThirds = (name: string): PlanCamera => camera(name, 3.3, [5280, 3956], [12.29, 0.7]);
const smallTele = (name: string): PlanCamera => camera(name, 1.2, [8064, 6048], [6.72, 1]);

/** Wide cameras of the aircraft that docks carry, and of the H20 that many plans were made for. */
export const planPresets: readonly PlanPreset[] = [
  preset('M30', ['0-67-0', 52], camera('M30', 1.6, [4000, 3000], [4.5, 1]), [36, 10]),
  preset('M30T', ['0-67-1', 53], camera('M30T', 1.6, [4000, 3000], [4.5, 1]), [36, 10]),
  preset('H20', ['0-89-0', 42], camera('H20', 1.55, [4056, 3040], [4.5, 2]), [45, 8]),
  preset('M3D', ['0-91-0', 80], fourThirds('M3D'), [40, 13]),
  preset('M3TD', ['0-91-1', 81], smallTele('M3TD'), [40, 13]),
  preset('M4D', ['0-100-0', 98], fourThirds('M4D'), [42, 12]),
  preset('M4TD', ['0-100-1', 99], smallTele('M4TD'), [42, 12]),
];
