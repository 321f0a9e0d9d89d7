/** Ends for which no device gives a code. */
export const outcomesEn = {
  unknown: 'No answer came: nobody knows whether it was carried out',
  endedUnobserved: 'The dock is idle, but never said how the flight ended',
  rejected: 'Refused without a code',
  failed: 'Failed without a code',
  timeout: 'Not finished in time',
  partially_done: 'Only partly done',
} as const;
