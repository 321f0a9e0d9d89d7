import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

const notificationMessage = z.object({
  oid: z.string(),
  kind: z.string(),
  level: z.enum(['info', 'attention', 'alarm']),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  at: z.number(),
  /** told: something new. seen: the member has read or deleted some, in another window perhaps. */
  change: z.enum(['told', 'seen']),
  /** Whether it stands over the page and is heard, as the member wants it now. */
  popup: z.boolean(),
  sound: z.boolean(),
  /** What was seen; null: all. */
  oids: z.array(z.string()).nullable(),
});
export type NotificationMessage = z.output<typeof notificationMessage>;

export const topics = {
  notification: {
    code: 9902,
    data: notificationMessage,
    owner: 'member',
    topic: (member: string) => `USER/${member}/9902`,
  },
} satisfies Record<string, LiveTopic>;
