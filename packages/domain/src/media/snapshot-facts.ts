import { z } from 'zod';

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
});
export type SnapshotFacts = z.output<typeof snapshotFacts>;
