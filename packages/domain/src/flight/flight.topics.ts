import { z } from 'zod';
import { flightPhases } from './phase.ts';
import type { LiveTopic } from '../live-topic.ts';

/** SEQ topics: a task or job moved. */
const businessChange = z.object({
  taskOID: z.string().nullable(),
  flightOID: z.string().nullable(),
  state: z.string(),
  /** Where it stands; null where the change is about no flight. */
  phase: z.enum(flightPhases).nullable(),
  /** Share of the route flown by distance. */
  percent: z.number().nullable(),
  waypoint: z.number().int().nullable(),
  reason: z.string().nullable(),
});

export const topics = {
  routeBusiness: { code: 10003, data: businessChange, topic: (root: string) => `SEQ/${root}/BUSINESS/ROUTE` },
} satisfies Record<string, LiveTopic>;
