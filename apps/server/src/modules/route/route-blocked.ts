import type { RouteWarning } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';

/** What a warning is about, by the names that people gave: an obstacle and its layer, or a region. */
const namedIn = ({ values }: RouteWarning): string =>
  [values['obstacle'], values['layer'], values['region'], values['leg']]
    .filter((one) => one !== undefined && one !== '')
    .join(' · ');

/** Refuses a route by what it must not be flown for: the first rule by its words and what it is about. */
export function routeBlocked(warnings: readonly RouteWarning[], language: Language): Refusal {
  const blocking = warnings.filter((one) => one.blocking);
  const [first] = blocking;
  const code = first?.code ?? '';
  const id = [`planner.rule.${code}`, `route.warning.${code}`].find(hasPhrase);
  const rule = id ? say(language, id) : code;
  const what = first ? namedIn(first) : '';
  return new Refusal('routeBlocked', {
    values: { why: what === '' ? rule : `${rule} (${what})`, count: blocking.length },
    data: { warnings: blocking },
  });
}
