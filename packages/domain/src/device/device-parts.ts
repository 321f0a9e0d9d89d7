import { z } from 'zod';
import { limits } from '../limits.ts';
import { optionalText, text } from '../shape.ts';

const part = z.object({
  name: text(64),
  /** Part number of the maker; empty: none was noted. */
  number: optionalText(64),
  quantity: z.number().int().min(1).max(limits.device.partQuantityMost),
});
/** What was used in a step of a maintenance. */
export const parts = z.array(part).max(limits.device.partsMost);
export const sentParts = z.array(z.object({ name: z.string(), number: z.string(), quantity: z.number() }));
export type DevicePart = z.output<typeof part>;
