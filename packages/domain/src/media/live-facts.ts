import { z } from 'zod';
import { recordingEnds } from '../video/recording.ts';

/** From where a photo is that a server took of a live picture. */
export const snapshotFacts = z.object({
  /** The picture by its name at the device. */
  videoId: z.string(),
  /** How old the key frame was when it was taken, ms, by the times of its stream. */
  age: z.number(),
  /** Between the frame and the report of the aircraft that its place is from, ms; 0: a dock's; null: no place is known. */
  placeAge: z.number().nullable(),
  /** SHA-256 of the frame as it was sent, in hexadecimal digits. */
  frameHash: z.string(),
  /** A model looked at the frame and found something; missing: a person took it. */
  byModel: z.boolean().optional(),
});
export type SnapshotFacts = z.output<typeof snapshotFacts>;

/** From where a video is that a server recorded of a live picture. */
export const recordingFacts = z.object({
  /** The picture by its name at the device. */
  videoId: z.string(),
  /** Why the recording was over. */
  end: z.enum(recordingEnds),
  /** Stretches without a frame, epoch ms of the frames before and behind. */
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
  /** There are more of them. */
  moreGaps: z.boolean(),
  /** Which of how many files of one recording it is, from 1: the coding of the stream changed between them. */
  part: z.number().int(),
  parts: z.number().int(),
});
export type RecordingFacts = z.output<typeof recordingFacts>;
