import { hiddenMenuResources, type MenuResource } from './resources.ts';

/**
 * Where a member lands after sign-in (spec section 2). Pages without a menu entry
 * come last: they lead nowhere else.
 * @param cockpit page of the cockpit that the member has (`cockpitEntry`), which comes first
 */
export const landingPage = (permitted: readonly string[], cockpit: string | null = null): string => {
  if (cockpit) return cockpit;
  if (permitted.includes('/DataStatistics')) return '/DataStatistics';
  if (permitted.includes('/personalInfo')) return '/personalInfo';
  const pages = permitted.filter((page) => page.startsWith('/'));
  const visible = pages.find((page) => !hiddenMenuResources.includes(page as MenuResource));
  return visible ?? pages[0] ?? '/personalInfo';
};
