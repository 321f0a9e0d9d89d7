import type { PlanePoint } from '@eyrie/geometry';
import { river, riverAway, riverNorth } from './height.ts';
import { smoothNoise } from '../../platform/noise.ts';
import { solarField, substation, village, within, woods } from './plan.ts';

export type Cover = 'river' | 'bank' | 'road' | 'building' | 'yard' | 'solar' | 'wood' | 'field' | 'grass';

/** Above 0: wood; it grows in blots around its middles. */
export const woodDepth = (east: number, north: number, seed: number): number => {
  const own = 0.5 * smoothNoise(east / 130, north / 130, seed + 5);
  return Math.max(
    -1,
    ...woods.map((wood) => {
      const away = Math.hypot(east - wood.east, north - wood.north) / wood.radius;
      return Math.min((1 - away) * 4, 0.75 - away + own);
    }),
  );
};

/** How far from the river the northern side is ploughed, metres. */
export const fieldEdge = (east: number, north: number, seed: number): number =>
  560 + 260 * smoothNoise(east / 420, north / 420, seed + 6);
/** The southern side is lower, and ploughed farther out. */
export const lowSide = 420;
/** Metres of meadow along the river, and around the village. */
export const meadow = { river: 60, village: 26 } as const;

/** What lies on open land, without roads and buildings. */
export const openCover = (at: PlanePoint, seed: number): Cover => {
  const { east, north } = at;
  const away = riverAway(east, north);
  if (away < river.half) return 'river';
  if (away < river.bank) return 'bank';
  if (within(solarField, at)) return 'solar';
  if (within(substation, at)) return 'yard';
  if (woodDepth(east, north, seed) > 0) return 'wood';
  const edge = fieldEdge(east, north, seed) + (north < riverNorth(east) ? lowSide : 0);
  const ploughed = away > meadow.river && away < edge && !within(village, at, meadow.village);
  return ploughed ? 'field' : 'grass';
};
