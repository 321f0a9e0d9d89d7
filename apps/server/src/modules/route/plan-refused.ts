import type { RoutePlan } from '@eyrie/domain';
import type { PlanFault } from '@eyrie/planner';
import type { Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';

/** Patterns that are drawn as a line; all others are areas. */
const ofLines: ReadonlySet<RoutePlan['area']['pattern']> = new Set(['corridor', 'facade']);

/** Refuses a plan by the rule that keeps it from being a route: too few places by their own words, anything else with its field. */
export function planRefused(plan: RoutePlan, faults: readonly PlanFault[], language: Language): Refusal {
  const [first] = faults;
  const { code = '', field = '' } = first ?? {};
  const data = { faults };
  if (code === 'tooFewPlaces' && field.startsWith('area.'))
    return new Refusal(ofLines.has(plan.area.pattern) ? 'linePoints' : 'areaPoints', { data });
  const id = [`planner.rule.${code}`, `planner.fault.${code}`].find(hasPhrase);
  const why = id ? say(language, id) : code;
  return new Refusal('planFaults', { values: { why, count: faults.length, field }, data });
}
