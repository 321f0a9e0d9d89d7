import { z } from 'zod';
import { lensWords } from '../route/route-plan.ts';

const figure = z.number().nullable();

/** From where a picture was taken, as far as it says so. Degrees, metres; focal length in millimetres as on 35 mm film. */
export const picturePose = z.object({
  lng: figure,
  lat: figure,
  /** Above take-off; those of two docks are not compared. */
  height: figure,
  heading: figure,
  pitch: figure,
  focalLength: figure,
  lens: z.enum(lensWords).nullable(),
});
export type PicturePose = z.output<typeof picturePose>;
