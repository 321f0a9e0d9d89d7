import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

/** Something that consoles of an organisation show changed: they ask what it is now. */
const noticeChange = z.object({ at: z.number() });

export const topics = {
  noticeChange: {
    code: 9903,
    data: noticeChange,
    topic: (root: string) => `INFO/${root}/ORGANISATION/${root}/9903`,
  },
} satisfies Record<string, LiveTopic>;
