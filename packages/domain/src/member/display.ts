import { z } from 'zod';

/** In whose time zone a member reads times; `local` is that of the computer. */
export const displayZones = ['organisation', 'utc', 'local'] as const;
export const displayUnits = ['metric', 'imperial'] as const;
/** `own`: the digits of the member's language. */
export const displayDigits = ['latin', 'own'] as const;

/** How a member wants times and figures shown. What is sent and stored stays in metres, metres a second and UTC. */
export const displayChoices = z.object({
  zone: z.enum(displayZones),
  units: z.enum(displayUnits),
  digits: z.enum(displayDigits),
});
export type DisplayChoices = z.output<typeof displayChoices>;

export const firstDisplay: DisplayChoices = { zone: 'organisation', units: 'metric', digits: 'latin' };

/** The choices that were stored; what is missing or no longer known is as at first. */
export const displayOf = (stored: unknown): DisplayChoices => {
  const found = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const { zone, units, digits } = displayChoices.shape;
  return {
    zone: zone.catch(firstDisplay.zone).parse(found['zone']),
    units: units.catch(firstDisplay.units).parse(found['units']),
    digits: digits.catch(firstDisplay.digits).parse(found['digits']),
  };
};
