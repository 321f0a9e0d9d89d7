import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

/** How the making of a layer stands: of tiles from a file, or of a map from the photos of a flight. */
const processing = z.object({
  /** Of the work, or of the flight whose photos are laid on the map. */
  jobOID: z.string(),
  flightOID: z.string().nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** 0 to 100. */
  percent: z.number(),
  /** The layer. */
  resultOID: z.string().nullable(),
  groupOID: z.string(),
  /** Of its department, from the topmost one down to itself: members of these hear of it. */
  path: z.array(z.string()),
});

const business = (code: number, word: string) => ({
  code,
  data: processing,
  event: true as const,
  topic: (root: string) => `SEQ/${root}/BUSINESS/${word}`,
});

export const topics = {
  orthoBusiness: business(10005, 'ORTHO'),
  obliqueBusiness: business(10006, 'OBLIQUE'),
  pointCloudBusiness: business(10007, 'POINTCLOUD'),
} satisfies Record<string, LiveTopic>;
