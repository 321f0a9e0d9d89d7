import { hiddenMenuResources, type MenuResource } from './resources.ts';

/**
 * Where a member lands after sign-in (spec section 2). A cockpit entry comes first once the screen
 * application exists; until then the step falls through. Pages without a menu entry come last: they lead nowhere else.
 */
export const landingPage = (permitted: readonly string[], cockpit: string | null = null): string => {
  if (cockpit) return cockpit;
  if (permitted.includes('/DataStatistics')) return '/DataStatistics';
  if (permitted.includes('/personalInfo')) return '/personalInfo';
  const pages = permitted.filter((page) => page.startsWith('/'));
  const visible = pages.find((page) => !hiddenMenuResources.includes(page as MenuResource));
  return visible ?? pages[0] ?? '/personalInfo';
};
