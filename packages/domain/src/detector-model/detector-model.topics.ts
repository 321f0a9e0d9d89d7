import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

export const topics = {
  /** Models look otherwise at live pictures of the aircraft of a dock; how, the call says. */
  liveLookChange: {
    code: 9912,
    data: z.object({ at: z.number() }),
    event: true,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9912`,
  },
} satisfies Record<string, LiveTopic>;
