/** In whose time zone a member reads times; `local` is that of the computer. */
export const displayZones = ['organisation', 'utc', 'local'] as const;
export const displayUnits = ['metric', 'imperial'] as const;
/** `own`: the digits of the member's language. */
export const displayDigits = ['latin', 'own'] as const;

/** How a member wants times and figures shown. What is sent and stored stays in metres, metres a second and UTC. */
export interface DisplayChoices {
  zone: (typeof displayZones)[number];
  units: (typeof displayUnits)[number];
  digits: (typeof displayDigits)[number];
}

export const firstDisplay: DisplayChoices = { zone: 'organisation', units: 'metric', digits: 'latin' };

/** The choices that were stored; what is missing or no longer known is as at first. */
export const displayOf = (stored: unknown): DisplayChoices => {
  const found = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const chosen = <T>(known: readonly T[], value: unknown, otherwise: T): T =>
    known.find((one) => one === value) ?? otherwise;
  return {
    zone: chosen(displayZones, found['zone'], firstDisplay.zone),
    units: chosen(displayUnits, found['units'], firstDisplay.units),
    digits: chosen(displayDigits, found['digits'], firstDisplay.digits),
  };
};
