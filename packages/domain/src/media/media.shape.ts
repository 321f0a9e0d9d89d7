import { z } from 'zod';
import { mediaRecord } from '../flight/flight.ts';
import { instant, oid, optionalText, pageShape } from '../shape.ts';

export const mediaKinds = ['photo', 'video', 'other'] as const;

/** A file as lists show it. */
export const mediaItem = mediaRecord.extend({
  dockOID: oid.nullable(),
  dockName: z.string().nullable(),
  /** Task of the flight that it is of. */
  taskName: z.string().nullable(),
  allowed: z.array(z.string()),
});
export type MediaItem = z.output<typeof mediaItem>;

export const mediaRequest = z.object({
  ...pageShape,
  keyword: optionalText(64).optional(),
  kind: z.enum(mediaKinds).optional(),
  flightOID: oid.optional(),
  dockOID: oid.optional(),
  from: instant.optional(),
  to: instant.optional(),
});
