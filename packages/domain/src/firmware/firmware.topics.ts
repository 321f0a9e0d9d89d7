import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

export const topics = {
  /** Upgrades of a dock stand otherwise; which, the list says. */
  firmwareChange: {
    code: 9912,
    data: z.object({ at: z.number() }),
    event: true,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9912`,
  },
} satisfies Record<string, LiveTopic>;
