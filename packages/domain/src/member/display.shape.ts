import { z } from 'zod';
import { displayDigits, displayUnits, displayZones, type DisplayChoices } from './display.ts';

/** How a member wants times and figures shown, as it is sent. Beside the rules, which the sign-in page needs without it. */
export const displayChoices = z.object({
  zone: z.enum(displayZones),
  units: z.enum(displayUnits),
  digits: z.enum(displayDigits),
}) satisfies z.ZodType<DisplayChoices>;
