import type { z } from 'zod';

/** What a room publishes to consoles: a `topics` of its `<word>.topics.ts`, joined into `liveTopics`. */
export interface LiveTopic {
  /** Its number on the wire; inside, names are used. */
  code: number;
  data: z.ZodType;
  /** Every message counts, against a state of which only the newest does. What is no `INFO` is an event anyhow. */
  event?: true;
  /**
   * It comes often, or is made only for who looks, and only to pages that show its object: they ask for it by
   * `watchSubscription`, and no console has it of every object of its organisation.
   */
  watched?: true;
  /** Whose it is, the second level of the address; default the organisation. */
  owner?: 'member';
  topic: (owner: string, id: string) => string;
}
