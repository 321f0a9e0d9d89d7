import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingPage } from './landing.ts';
import { hiddenMenuResources, menuResources, resources } from './resources.ts';

describe('the page after sign-in', () => {
  it.each<[string, string[], string | null, string]>([
    ['a cockpit before everything', ['/DataStatistics', '/personalInfo'], '/Cockpit', '/Cockpit'],
    ['then statistics', ['/personalInfo', '/DeviceAll', '/DataStatistics'], null, '/DataStatistics'],
    ['then the account', ['/DeviceAll', '/personalInfo'], null, '/personalInfo'],
    ['then the first permitted page', ['/RoutePlanning', '/DeviceAll'], null, '/RoutePlanning'],
    [
      'pages without a menu entry do not count',
      ['/FlyArrange', '/PortMonitorSee', '/DeviceAll'],
      null,
      '/DeviceAll',
    ],
    ['nor do rights that are no pages', ['dock:edit', '/TaskManagerNew'], null, '/TaskManagerNew'],
    ['the account when nothing is permitted', [], null, '/personalInfo'],
    [
      'the account when only rights without pages are',
      ['dock:edit', '/PortMonitorSee'],
      null,
      '/personalInfo',
    ],
  ])('%s', (_what, permitted, cockpit, page) => {
    expect(landingPage(permitted, cockpit)).toBe(page);
  });

  it('is permitted, or the account', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...resources]), (permitted) => {
        const page = landingPage(permitted);
        expect(hiddenMenuResources).not.toContain(page);
        expect(menuResources).toContain(page);
        if (page !== '/personalInfo') expect(permitted).toContain(page);
      }),
    );
  });
});
