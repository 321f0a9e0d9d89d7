import { z } from 'zod';
import { lenientOrder, order } from '../command/order.ts';
import { videoId } from './video-id.ts';

/** 1 smooth, 2 SD, 3 HD, 4 UHD. */
const quality = z.number().int().min(1).max(4);
const watching = {
  videoId,
  /** The program did it by itself, such as on opening a page: the audit log has one row per camera and sitting. */
  automatic: z.boolean().optional(),
};
const live = {
  permission: ['video:watch', 'dock:control'],
  rule: { control: null, tracked: false },
  wire: 'cloud',
  form: 'live',
} as const;

export const orders = {
  startLive: lenientOrder({
    ...live,
    summary: 'Start a live picture, or join it',
    fields: { ...watching, quality: quality.optional() },
  }),
  stopLive: lenientOrder({
    ...live,
    summary: 'Leave a live picture; the last viewer stops it',
    fields: watching,
  }),
  switchQuality: lenientOrder({
    ...live,
    summary: 'Change the clarity of a live picture',
    fields: { ...watching, quality },
  }),
  switchVideo: order({
    summary:
      'Change the lens of a live picture that runs, or between the cameras inside (0) and outside (1) of the dock',
    permission: ['dock:control'],
    fields: {
      videoId: watching.videoId,
      /** One of those that the device named for this picture, as it named it. */
      videoType: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,32}$/)
        .optional(),
      /** Of the picture of the dock itself. */
      cameraPosition: z.number().int().min(0).max(1).optional(),
    },
    refine({ videoType, cameraPosition }, context) {
      if ((videoType === undefined) === (cameraPosition === undefined))
        context.addIssue({
          code: 'custom',
          path: [videoType === undefined ? 'videoType' : 'cameraPosition'],
        });
    },
    rule: { control: 'payload', tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
};
