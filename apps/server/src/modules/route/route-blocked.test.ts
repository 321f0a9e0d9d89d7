import type { RouteWarning } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { say } from '../../platform/http/words.ts';
import { routeBlocked } from './route-blocked.ts';

const warnings: RouteWarning[] = [
  { code: 'templateDiffers', blocking: false, values: {} },
  { code: 'pointSpeed', blocking: true, values: { found: 20, count: 2, waypoints: '1, 4' } },
  { code: 'insideNoFly', blocking: true, values: { region: 'Airfield', leg: '2–3' } },
];

it.each(['en', 'zh-CN', 'ar'] as const)(
  'a blocked route is refused by the rule and its waypoints in %s',
  (language) => {
    const { reason, details } = routeBlocked(warnings, language);
    expect(reason).toBe('routeBlocked');
    const message = say(language, 'refusal.routeBlocked', details.values);
    expect(message).toContain(say(language, 'route.warning.pointSpeed'));
    expect(message).toContain('2, 5');
    expect(details.data).toMatchObject({ warnings: [{ code: 'pointSpeed' }, { code: 'insideNoFly' }] });
  },
);

const why = (...all: RouteWarning[]) => routeBlocked(all, 'en').details.values?.['why'];
const rule = (code: string) => say('en', `planner.rule.${code}`);
const only = (code: string, values: RouteWarning['values'] = {}): RouteWarning => ({
  code,
  blocking: true,
  values,
});

it('names what stands in the way, its layer, the region and the leg, and nothing that is not known', () => {
  expect(why(only('collision', { obstacle: 'WT-1', layer: 'Wind', leg: '1→2' }))).toBe(
    `${rule('collision')} (WT-1 · Wind · 1→2)`,
  );
  expect(why(only('collision', { obstacle: '', layer: 'Wind' }))).toBe(`${rule('collision')} (Wind)`);
  expect(why(only('insideNoFly', { region: 'Airfield' }))).toBe(`${rule('insideNoFly')} (Airfield)`);
  expect(why(only('collision'))).toBe(rule('collision'));
});

it('says the code of a rule that has no words, and counts what blocks', () => {
  expect(why(only('unheardOf', { leg: '1→2' }))).toBe('unheardOf (1→2)');
  expect(routeBlocked(warnings, 'en').details.values).toMatchObject({ count: 2 });
  expect(routeBlocked([], 'en').details).toMatchObject({
    values: { why: '', count: 0 },
    data: { warnings: [] },
  });
});
