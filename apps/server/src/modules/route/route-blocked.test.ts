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
