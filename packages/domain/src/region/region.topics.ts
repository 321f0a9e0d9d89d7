import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

/** Regions are others now: which and of whose department, and nothing of what they are. */
const regionChange = z.object({
  change: z.enum(['added', 'edited', 'deleted', 'cleared', 'areas']),
  oid: z.string().nullable(),
  groupOID: z.string(),
  /** Of its department, from the topmost one down to itself: members of these hear of it. */
  path: z.array(z.string()),
});

export const topics = {
  regionBusiness: { code: 10004, data: regionChange, topic: (root: string) => `SEQ/${root}/BUSINESS/REGION` },
} satisfies Record<string, LiveTopic>;
