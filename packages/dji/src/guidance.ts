import { errorGuidance, outcomeGuidance } from './guidance-errors.ts';
import { healthGuidance, inFlight } from './guidance-health.ts';
import type { Guidance, Severity } from './guidance-shape.ts';
import type { Cause } from './texts/causes.en.ts';
import type { NextStep } from './texts/steps.en.ts';

const byId: ReadonlyMap<string, Guidance> = new Map(
  Object.entries({ health: healthGuidance, error: errorGuidance, outcome: outcomeGuidance }).flatMap(
    ([family, all]) =>
      Object.entries(all).map(([key, guidance]): [string, Guidance] => [`${family}.${key}`, guidance]),
  ),
);
const flying: ReadonlyMap<string, NextStep> = new Map(
  Object.entries(inFlight).map(([key, step]): [string, NextStep] => [`health.${key}`, step]),
);

/** Guidance for an id that `explanationId` gave. */
export const guidanceOf = (
  id: string,
  inTheSky: boolean,
): { cause: Cause; step: NextStep; severity: Severity } => {
  const [cause, step, severity] = byId.get(id) ?? (['internal', 'lookFirst', 1] as const);
  return { cause, step: (inTheSky ? flying.get(id) : undefined) ?? step, severity };
};
