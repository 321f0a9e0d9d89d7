import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

export const topics = {
  /** Uploads of a dock stand otherwise; which, the list says. */
  dockLogChange: {
    code: 9911,
    data: z.object({ at: z.number() }),
    event: true,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9911`,
  },
} satisfies Record<string, LiveTopic>;
