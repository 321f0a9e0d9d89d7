import type { RoomRefusals } from '../room.ts';

export const refusals = {
  webhooksFull: 409,
} as const satisfies RoomRefusals;

export const limits = {
  webhook: {
    most: 20,
    /** ms: how often what is due is looked for, and for how long one server has it to itself. */
    deliverEvery: 2_000,
    claim: 60_000,
    /** ms: how long a receiver may take, and how much of its answer is read. */
    answer: 10_000,
    answerBytes: 64_000,
    atOnce: 10,
    /** ms until the next attempt, after each that failed; after the last one it has failed for good. */
    retries: [5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000, 21_600_000],
    /** ms: how long deliveries are kept, whatever became of them. */
    keptFor: 30 * 86_400_000,
  },
} as const;
