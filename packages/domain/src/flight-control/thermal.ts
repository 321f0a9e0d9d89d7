import { z } from 'zod';
import type { RefusalReason } from '../envelope.ts';

/** Numbers of the palettes of a thermal picture, as devices count them. */
export const thermalPalettes = {
  whiteHot: 0,
  blackHot: 1,
  tintRed: 2,
  medical: 3,
  rainbow1: 5,
  ironRed: 6,
  arctic: 8,
  lava: 11,
  hotIron: 12,
  rainbow2: 13,
} as const;
/** Numbers of the gains. */
export const thermalGains = { auto: 0, low: 1, high: 2 } as const;
/** Degrees Celsius that a thermal camera measures at each gain. */
export const gainRanges: Readonly<Record<keyof typeof thermalGains, readonly [least: number, most: number]>> =
  {
    auto: [-20, 500],
    low: [0, 500],
    high: [-20, 150],
  };
export const [isothermLeast, isothermMost] = gainRanges.auto;

const figure = z.number().nullable();
/** Degrees Celsius at a place of the picture, in shares from its left and top. */
const spot = z.object({ x: z.number(), y: z.number(), temperature: figure });
export type ThermalSpot = z.output<typeof spot>;

/** What the aircraft reports of its thermal camera, in degrees Celsius. Null: it does not say. */
export const thermalState = z.object({
  palette: z.number().int().nullable(),
  /** That the camera has; empty: it does not say. */
  palettes: z.array(z.number().int()),
  gain: z.number().int().nullable(),
  isotherm: z.boolean().nullable(),
  isothermLow: figure,
  isothermHigh: figure,
  /** Of the whole picture. */
  coldest: figure,
  hottest: figure,
  /** 0 nothing is measured, 1 a point, 2 an area. */
  metering: z.number().int().nullable(),
  point: spot.nullable(),
  area: z
    .object({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      average: figure,
      coldest: spot.nullable(),
      hottest: spot.nullable(),
    })
    .nullable(),
});
export type ThermalState = z.output<typeof thermalState>;

const rangeOf = (gain: number | null): readonly [number, number] => {
  const name = (Object.keys(thermalGains) as (keyof typeof thermalGains)[]).find(
    (one) => thermalGains[one] === gain,
  );
  return gainRanges[name ?? 'auto'];
};

/** Why the isotherm is not given this limit; null: nothing is known against it. */
export const isothermRefusal = (
  side: 'low' | 'high',
  value: number,
  { gain, isothermLow, isothermHigh }: Pick<ThermalState, 'gain' | 'isothermLow' | 'isothermHigh'>,
): RefusalReason | null => {
  const [least, most] = rangeOf(gain);
  if (value < least || value > most) return 'isothermRange';
  const [low, high] = side === 'low' ? [value, isothermHigh] : [isothermLow, value];
  return low !== null && high !== null && low >= high ? 'isothermOrder' : null;
};

export const paletteRefusal = (
  palette: number,
  { palettes }: Pick<ThermalState, 'palettes'>,
): RefusalReason | null => (palettes.length > 0 && !palettes.includes(palette) ? 'paletteMissing' : null);
