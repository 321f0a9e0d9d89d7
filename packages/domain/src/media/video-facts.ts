import { z } from 'zod';
import { sentInstant } from '../shape.ts';

/** What of a video is not to be relied on, or is not there. */
export const videoDoubts = [
  'placeMissing',
  'placeInvalid',
  'timeMissing',
  'clockReset',
  'clockAhead',
  'clockDiffers',
] as const;
export type VideoDoubt = (typeof videoDoubts)[number];

/** What lists show of a video. */
export const videoBrief = z.object({
  /** ms. */
  duration: z.number().int(),
  /** As the standard names it, such as `avc`; null: one that is not known here. */
  codec: z.string().nullable(),
  /** Pictures a second; null: there is only one. */
  frameRate: z.number().nullable(),
});

/** What a video says of itself. Degrees and metres, WGS-84; null: it does not say. */
export const videoFacts = videoBrief.extend({
  /** With profile and level, such as `avc1.640028`. */
  codecText: z.string().nullable(),
  /** Pixels as they are shown, and by how many degrees clockwise the stored ones are turned for it. */
  width: z.number().int(),
  height: z.number().int(),
  rotation: z.number().int(),
  /** Pictures that stand alone, to which a player can jump, and the longest way between two, ms; null: more than are counted. */
  keyFrames: z.number().int().nullable(),
  keyGap: z.number().int().nullable(),
  sound: z.string().nullable(),
  /** Of its first picture. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  altitude: z.number().nullable(),
  startedAt: sentInstant.nullable(),
  doubts: z.array(z.enum(videoDoubts)),
});
export type VideoFacts = z.output<typeof videoFacts>;
