import { z } from 'zod';
import type { LiveTopic } from '../live-topic.ts';

/** What of an organisation changed: name, colours and map, time zone and rules, which docks there are and how they are called, or what its screens show. */
const organisationParts = ['appearance', 'settings', 'docks', 'screens'] as const;
export type OrganisationPart = (typeof organisationParts)[number];
const organisationChange = z.object({ part: z.enum(organisationParts) });

export const topics = {
  // About no device: everybody of the organisation reads it.
  organisationChange: {
    code: 9904,
    data: organisationChange,
    event: true,
    topic: (root: string) => `INFO/${root}/9904`,
  },
} satisfies Record<string, LiveTopic>;
