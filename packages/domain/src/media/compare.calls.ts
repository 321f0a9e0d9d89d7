import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, sentInstant } from '../shape.ts';
import { mediaItem } from './media.shape.ts';
import { picturePose } from './picture-pose.ts';

const readers = ['/AchievementDisplay'] as const;

/** A photo with the moment by which it is older or newer than another, and its pose. */
const sameViewPhoto = mediaItem.extend({
  /** When it was taken, else when it came. */
  at: sentInstant,
  pose: picturePose,
});
export type SameViewPhoto = z.output<typeof sameViewPhoto>;

export const compareCalls = {
  sameView: call({
    method: 'POST',
    path: '/nebula-five/mediafile/sameView.rest',
    effect: 'reads',
    summary: 'Photos of the place and view of a photo at other dates, the newest first',
    permission: readers,
    request: byOid,
    response: z.object({
      photo: sameViewPhoto,
      /** It says where it was taken and where it looked; without that no other is known to show the same. */
      known: z.boolean(),
      list: z.array(sameViewPhoto),
      /** There are older ones, too. */
      more: z.boolean(),
    }),
  }),
};
