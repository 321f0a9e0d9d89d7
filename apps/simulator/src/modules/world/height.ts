import type { PlanePoint } from '@eyrie/geometry';
import { ramp, smoothNoise } from '../../platform/noise.ts';
import { sitePoint, substation } from './plan.ts';

/** Half of the river's width, and where its bank is level with the meadow, metres. */
export const river = { half: 13, bank: 22 } as const;

/** Metres north of the origin at which the middle of the river is. */
export const riverNorth = (east: number): number =>
  -520 + 180 * Math.sin(east / 700) + 60 * Math.sin(east / 263 + 1);

/** Metres from the middle of the river, near enough for its width where it bends gently. */
export const riverAway = (east: number, north: number): number => {
  const slope = (180 / 700) * Math.cos(east / 700) + (60 / 263) * Math.cos(east / 263 + 1);
  return Math.abs(north - riverNorth(east)) / Math.hypot(1, slope);
};

/** Surface of the water above the ellipsoid; it falls towards the east. */
export const waterHeight = (east: number): number => 1366 - 0.0011 * Math.max(-8_000, Math.min(8_000, east));

/** Height of the land far outside of the world is the ellipsoid itself, metres from the origin. */
const plateau = { until: 12_000, gone: 60_000 } as const;

const openGround = (east: number, north: number, seed: number): number => {
  const away = riverAway(east, north);
  const level = waterHeight(east);
  if (away < river.half) return level - 1.8 * (1 - (away / river.half) ** 2);
  const hills =
    19 +
    17 * smoothNoise(east / 820, north / 820, seed) +
    6 * smoothNoise(east / 310, north / 310, seed + 1) +
    1.6 * smoothNoise(east / 90, north / 90, seed + 2);
  const meadow = level + 1.7 * ramp(away, river.half, river.bank) + hills * ramp(away, river.bank - 4, 520);
  const far = Math.hypot(east, north);
  return far < plateau.until ? meadow : meadow * (1 - ramp(far, plateau.until, plateau.gone));
};

/** Levelled for a building: half of its width, metres. */
const pads: readonly (PlanePoint & { half: number })[] = [
  { ...sitePoint('east'), half: 22 },
  { ...sitePoint('west'), half: 22 },
  { ...sitePoint('south'), half: 22 },
];
const yard = {
  east: (substation.west + substation.east) / 2,
  north: (substation.south + substation.north) / 2,
  half: 85,
};

/**
 * Metres of the ground above the WGS-84 ellipsoid, as the position reports of the simulated devices are.
 * @param east metres from the origin of the world, as `north`
 */
export const groundHeight = (seed: number): ((east: number, north: number) => number) => {
  const levelled = [...pads, yard].map((pad) => ({ ...pad, height: openGround(pad.east, pad.north, seed) }));
  return (east, north) => {
    const pad = levelled.find((one) => Math.hypot(one.east - east, one.north - north) < one.half * 3);
    const open = openGround(east, north, seed);
    if (!pad) return open;
    const share = ramp(Math.hypot(pad.east - east, pad.north - north), pad.half, pad.half * 3);
    return pad.height * (1 - share) + open * share;
  };
};
