import { z } from 'zod';

/** Numbers of the ways in which a camera exposes, as devices count them. */
export const exposureModes = { auto: 1, shutter: 2, aperture: 3, manual: 4 } as const;
/** Numbers of the ways in which a zoom lens focuses. */
export const focusModes = { manual: 0, single: 1, continuous: 2 } as const;
/** Lenses whose pictures can be stored. */
export const storedLenses = ['current', 'wide', 'zoom', 'vision', 'ir'] as const;
export type StoredLens = (typeof storedLenses)[number];

const figure = z.number().nullable();
const code = z.number().int().nullable();
const exposes = z.object({ mode: code, value: code, iso: code, shutter: code });
export type LensExposure = z.output<typeof exposes>;

/** What the aircraft reports of the settings of its camera, by the numbers of devices. Null: it does not say. */
export const cameraSettings = z.object({
  wide: exposes,
  zoom: exposes,
  focus: z.object({ mode: code, value: figure, least: figure, most: figure, state: code }),
  photoStorage: z.array(z.string()),
  videoStorage: z.array(z.string()),
  split: z.boolean().nullable(),
  photosLeft: figure,
  /** Seconds. */
  recordLeft: figure,
  /** Marks are written into pictures. */
  watermark: z.boolean().nullable(),
  /** What the laser meets; null: it has none, or meets nothing. Metres, above the ellipsoid. */
  laser: z.object({ distance: figure, lng: figure, lat: figure, height: figure }).nullable(),
});
export type CameraSettings = z.output<typeof cameraSettings>;

const isos = [null, null, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 102_400];
/** Numbers of sensitivities that can be ordered: 0 automatic, 1 automatic and high. */
export const isoCodes = isos.map((_, number) => number);
/** Sensitivity by the number of devices; null: automatic, fixed, or a number that no document has. */
export const isoOf = (number: number | null): number | null =>
  number === null ? null : (isos[number] ?? null);

const shutters =
  '1/8000 1/6400 1/6000 1/5000 1/4000 1/3200 1/3000 1/2500 1/2000 1/1600 1/1500 1/1250 1/1000 1/800 1/725 1/640 1/500 1/400 1/350 1/320 1/250 1/240 1/200 1/180 1/160 1/125 1/120 1/100 1/90 1/80 1/60 1/50 1/40 1/30 1/25 1/20 1/15 1/12.5 1/10 1/8 1/6.25 1/5 1/4 1/3 1/2.5 1/2 1/1.67 1/1.25 1.0 1.3 1.6 2 2.5 3 3.2 4 5 6 7 8'.split(
    ' ',
  );
/** Numbers of shutters that can be ordered, and what an order calls automatic. */
export const shutterAuto = shutters.length;
export const shutterCodes = [...shutters.keys(), shutterAuto];
/** Shutter in seconds, as photographers write it, by the number of devices; null: automatic, or no document has it. */
export const shutterOf = (number: number | null): string | null =>
  number === null ? null : (shutters[number] ?? null);

/**
 * Codes of apertures that can be ordered: the f-number times 100; 0 automatic. One list for every camera: which of them
 * its lens has, the camera answers.
 */
export const apertureCodes = [
  0, 50, 70, 80, 90, 95, 100, 110, 120, 140, 160, 170, 180, 200, 220, 240, 250, 280, 320, 330, 340, 350, 400,
  440, 450, 480, 500, 560, 630, 670, 680, 710, 800, 900, 950, 960, 1_000, 1_100, 1_300, 1_400, 1_600, 1_800,
  1_900, 2_000, 2_200, 2_500, 2_700, 2_900, 3_200, 3_600, 3_800, 4_000, 4_500, 5_100, 5_400, 5_700, 6_400,
  7_200, 7_600, 8_000, 9_000, 10_700, 12_800, 18_000, 25_600,
];
/** The f-number of a code, as photographers write it; null: automatic. */
export const apertureOf = (number: number): string | null => (number === 0 ? null : `f/${number / 100}`);

const thirds = { 0: 0, 1: 0.3, 2: 0.7 } as const;
/** Exposure in steps of light by the number of devices, 1 to 31 in thirds around 16; null: fixed, or not said. */
export const exposureOf = (number: number | null): number | null => {
  if (number === null || number < 1 || number > 31) return null;
  const away = Math.abs(number - 16);
  const steps = Math.floor(away / 3) + thirds[(away % 3) as keyof typeof thirds];
  return number < 16 ? -steps || 0 : steps;
};

/** What a camera says of a panorama that it takes, or took last. */
export const panoramaStates = ['working', 'done', 'failed'] as const;
export const panoramaSteps = ['idle', 'shooting', 'stitching'] as const;
