import { z } from 'zod';
import { oid } from '../shape.ts';

/** How flights of one arrangement follow each other: one after the other, or sharing the air. */
export const seriesFlown = ['inOrder', 'atOnce'] as const;
export type SeriesFlown = (typeof seriesFlown)[number];

/** waits: it is looked at again; ordered: its start is on its way; held: a person decides; over: it began, or is gone. */
export const seriesTurnStates = ['waits', 'ordered', 'held', 'over'] as const;
export type SeriesTurnState = (typeof seriesTurnStates)[number];

/** The arrangement of which a flight is a part. */
export const shownSeries = z.object({
  oid,
  flown: z.enum(seriesFlown),
  /** Which part it is, from 1, of how many. */
  place: z.number().int(),
  size: z.number().int(),
  /** Between two beginnings of flights that share the air, or from a landing to the next start by itself, seconds. */
  gapSeconds: z.number().int(),
  /** Each part begins by itself when the one before it was flown to its end. */
  startsItself: z.boolean(),
  /** How its own turn stands since then; null: it has not come, or a person starts it. */
  turn: z
    .object({
      state: z.enum(seriesTurnStates),
      /** Why it has not begun; null: nothing is in its way. */
      reason: z.string().nullable(),
      /** The reason in words. */
      message: z.string().nullable(),
    })
    .nullable(),
});
export type ShownSeries = z.output<typeof shownSeries>;
