import type { RouteWarning } from '@eyrie/domain';

/**
 * Phrases by which a rule may be said, the fitting one first: of the same rule a value may be wrong by itself, or only where it
 * stands.
 */
export function ruleIds(code: string, values: RouteWarning['values']): readonly string[] {
  const special =
    (code === 'triggerType' && values['allowed'] !== undefined) ||
    (code === 'droneUnknown' && (values['found'] ?? '') !== '') ||
    (code === 'tooFewPlaces' && values['min'] === 2);
  const ids = [`route.warning.${code}`, `planner.rule.${code}`];
  return special ? [`route.rule.${code}`, ...ids] : ids;
}
