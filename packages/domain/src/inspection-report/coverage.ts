import { z } from 'zod';
import { oid } from '../shape.ts';

const count = z.number().int();

/** Why a photo that came home counts for nothing: nobody knows what it shows, or it shows something else. */
export const unusedPhotos = ['unread', 'place', 'heading', 'lens', 'height', 'elsewhere'] as const;
export type UnusedPhoto = (typeof unusedPhotos)[number];

/** Why nothing of a route is compared. */
export const coverageFaults = ['noPhotos', 'noGround', 'planUnread', 'tooLarge', 'tooMuch'] as const;
export type CoverageFault = (typeof coverageFaults)[number];

/** West, south, east and north of a box, degrees. */
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type CoverageBox = z.output<typeof box>;

/** What was promised of one route against what its photos show. */
export const routeCoverageFigures = z.object({
  /** Square metres; null: nothing was compared. */
  promised: z.number().nullable(),
  seen: z.number().nullable(),
  fault: z.enum(coverageFaults).nullable(),
  /** Whether the height of the ground was known; otherwise it was taken as level with the take-off. */
  terrain: z.boolean(),
  /** Metres of the side of a cell in which it was counted. */
  cell: z.number().nullable(),
  /** Photos of which it is known what they show, and the others by what they lack. */
  used: count,
  unused: z.array(z.object({ reason: z.enum(unusedPhotos), count })),
  /** What was to be seen, and what of it no photo shows, as boxes. */
  ground: z.array(box),
  gaps: z.array(box),
});
export type RouteCoverageFigures = z.output<typeof routeCoverageFigures>;

/** What was promised in a month against what was seen. */
export const coverageFigures = z.object({
  /** Square metres of all routes that were compared. */
  promised: z.number(),
  seen: z.number(),
  routes: z.array(routeCoverageFigures.extend({ oid, name: z.string(), flights: count })),
  /** Routes that were not compared, because they are too many. */
  rest: count,
});
export type CoverageFigures = z.output<typeof coverageFigures>;
