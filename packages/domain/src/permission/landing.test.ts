import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingPage } from './landing.ts';
import { hiddenMenuResources, menuResources, resources, type MenuResource } from './resources.ts';

describe('the page after sign-in', () => {
  it.each<[string, string[], string | null, string]>([
    ['a cockpit before everything', ['/DataStatistics', '/personalInfo'], '/Cockpit', '/Cockpit'],
    ['then statistics', ['/personalInfo', '/DeviceAll', '/DataStatistics'], null, '/DataStatistics'],
    ['then the account', ['/DeviceAll', '/personalInfo'], null, '/personalInfo'],
    ['then the first permitted page', ['/RoutePlanning', '/DeviceAll'], null, '/RoutePlanning'],
    [
      'a page with a menu entry before one without',
      ['/FlyArrange', '/PortMonitorSee', '/DeviceAll'],
      null,
      '/DeviceAll',
    ],
    ['nor do rights that are no pages', ['dock:edit', '/TaskManagerNew'], null, '/TaskManagerNew'],
    ['the account when nothing is permitted', [], null, '/personalInfo'],
    ['the account when only rights without pages are', ['dock:edit', 'flight:start'], null, '/personalInfo'],
    ['the only page, though it has no menu entry', ['dock:edit', '/FlyArrange'], null, '/FlyArrange'],
    ['the only page, also when it is the monitor', ['/PortMonitorSee'], null, '/PortMonitorSee'],
  ])('%s', (_what, permitted, cockpit, page) => {
    expect(landingPage(permitted, cockpit)).toBe(page);
  });

  it('is permitted, or the account', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...resources]), (permitted) => {
        const page = landingPage(permitted);
        expect(menuResources).toContain(page);
        const pages = permitted.filter((one) => one.startsWith('/'));
        if (pages.length > 0) expect(pages).toContain(page);
        else expect(page).toBe('/personalInfo');
        if (pages.some((one) => !hiddenMenuResources.includes(one as MenuResource)))
          expect(hiddenMenuResources).not.toContain(page);
      }),
    );
  });
});
