import { z } from 'zod';
import { lensWords } from '../route/route-plan.ts';
import { sentInstant } from '../shape.ts';

/** What of a photo is not to be relied on, or is not there. */
export const photoFaults = [
  'metadataMissing',
  'metadataTooLarge',
  'placeMissing',
  'placeInvalid',
  'timeMissing',
  'zoneUnknown',
  'clockReset',
  'clockAhead',
  'clockDiffers',
] as const;
export type PhotoFault = (typeof photoFaults)[number];

/** Why a photo has no small picture, or why a file was not read at all. */
export const readingFaults = [
  'photoGone',
  'photoBytes',
  'photoPixels',
  'photoFormat',
  'photoNotAsNamed',
  'photoTruncated',
  'photoBroken',
  'photoTooMuch',
  'videoGone',
  'videoNotAsNamed',
  'videoTruncated',
  'videoBroken',
  'videoNoPicture',
  'videoTooMuch',
] as const;
export type ReadingFault = (typeof readingFaults)[number];

/** From where it is known how far the clock of a photo is ahead of UTC. */
export const zoneSources = ['offset', 'satellite', 'device'] as const;

/** Of the position: fixed and float are centimetres and decimetres by RTK. */
export const fixKinds = ['none', 'single', 'float', 'fixed'] as const;

const figure = z.number().nullable();
const attitude = z.object({ yaw: figure, pitch: figure, roll: figure });

/** What a photo says of itself. Degrees and metres, WGS-84; null: it does not say. */
export const photoFacts = z.object({
  make: z.string().nullable(),
  model: z.string().nullable(),
  lng: figure,
  lat: figure,
  fix: z.enum(fixKinds).nullable(),
  /** Above the ellipsoid (with RTK), above the sea, above the place of take-off. */
  heights: z.object({ ellipsoid: figure, altitude: figure, relative: figure }),
  /** Of the picture, clockwise from north: of its upper edge where it looks straight down. */
  heading: figure,
  gimbal: attitude,
  aircraft: attitude,
  lens: z.enum(lensWords).nullable(),
  /** Millimetres as on 35 mm film, with digital zoom. */
  focalLength: figure,
  /** Date and clock as the photo has them, ISO 8601 without a zone. */
  localTime: z.string().nullable(),
  takenAt: sentInstant.nullable(),
  zoneMinutes: z.number().int().nullable(),
  zoneSource: z.enum(zoneSources).nullable(),
  faults: z.array(z.enum(photoFaults)),
});
export type PhotoFacts = z.output<typeof photoFacts>;
