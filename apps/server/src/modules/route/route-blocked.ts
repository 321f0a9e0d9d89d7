import type { RouteWarning } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';

/** Indexes of waypoints as people count them, from 1. */
const counted = (indexes: string | number): string =>
  String(indexes)
    .split(',')
    .map((index) => Number(index) + 1)
    .join(', ');

/** What a warning is about: an obstacle and its layer, or a region, by the names that people gave, and the waypoints. */
const namedIn = ({ values }: RouteWarning, language: Language): string => {
  const { obstacle, layer, region, leg, waypoints } = values;
  const places =
    waypoints === undefined ? [] : [say(language, 'route.warningPlaces', { list: counted(waypoints) })];
  return [obstacle, layer, region, leg, ...places]
    .filter((one) => one !== undefined && one !== '')
    .join(' · ');
};

/** Refuses a route by what it must not be flown for: the first rule by its words and what it is about. */
export function routeBlocked(warnings: readonly RouteWarning[], language: Language): Refusal {
  const blocking = warnings.filter((one) => one.blocking);
  const [first] = blocking;
  const code = first?.code ?? '';
  const id = [`planner.rule.${code}`, `route.warning.${code}`].find(hasPhrase);
  const rule = id ? say(language, id) : code;
  const what = first ? namedIn(first, language) : '';
  return new Refusal('routeBlocked', {
    values: { why: what === '' ? rule : `${rule} (${what})`, count: blocking.length },
    data: { warnings: blocking },
  });
}
