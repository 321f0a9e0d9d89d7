import { z } from 'zod';
import { leaseControls } from '../lease/lease.ts';
import { commandStates } from './command.ts';
import type { LiveTopic } from '../live-topic.ts';

/** Code 9901 on a dock's topic: a lease or a command changed; readers fetch or merge by oid. */
const controlChange = z.object({
  kind: z.enum(['lease', 'leaseAsk', 'leaseRefused', 'command', 'flight', 'video']),
  lease: z
    .object({
      control: z.enum(leaseControls),
      epoch: z.number().int(),
      holder: z.object({ oid: z.string(), name: z.string(), tabId: z.string() }).nullable(),
      expiresAt: z.number().nullable(),
      asker: z.object({ oid: z.string(), name: z.string(), tabId: z.string(), until: z.number() }).nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  command: z
    .object({
      commandOID: z.string(),
      method: z.string(),
      state: z.enum(commandStates),
      code: z.number().nullable(),
      message: z.string(),
      at: z.number(),
      by: z.string(),
    })
    .nullable(),
  flightOID: z.string().nullable(),
});
export type ControlChange = z.output<typeof controlChange>;

/**
 * Code 9906: what the state of a link alone has against every order that members give it, whoever gives it and with what.
 * Methods and reasons of a later release are words that an earlier page passes over.
 */
const orderOffers = z.object({
  /** When the state was looked at, server epoch ms: what a server kept for late readers is old, whenever it comes. */
  at: z.number(),
  orders: z.array(
    z.object({
      method: z.string(),
      /** Why it would be refused; null: by the state of the link it would not. */
      refusedFor: z.string().nullable(),
    }),
  ),
});
export type OrderOffers = z.output<typeof orderOffers>;

export const topics = {
  controlChange: {
    code: 9901,
    data: controlChange,
    event: true,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9901`,
  },
  orderOffers: {
    code: 9906,
    data: orderOffers,
    watched: true,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9906`,
  },
} satisfies Record<string, LiveTopic>;
