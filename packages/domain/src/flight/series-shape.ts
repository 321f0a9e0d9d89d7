import { z } from 'zod';
import { oid } from '../shape.ts';

/** How flights of one arrangement follow each other: one after the other, or sharing the air. */
export const seriesFlown = ['inOrder', 'atOnce'] as const;
export type SeriesFlown = (typeof seriesFlown)[number];

/** The arrangement of which a flight is a part. */
export const shownSeries = z.object({
  oid,
  flown: z.enum(seriesFlown),
  /** Which part it is, from 1, of how many. */
  place: z.number().int(),
  size: z.number().int(),
  /** Between two beginnings of flights that share the air, seconds. */
  gapSeconds: z.number().int(),
});
export type ShownSeries = z.output<typeof shownSeries>;
