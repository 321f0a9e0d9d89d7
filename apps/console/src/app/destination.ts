import { landingPage } from '@eyrie/domain';
import { leadsInside } from './login-address.ts';

/**
 * Where to go after signing in: the wanted page if it is one of ours, else the landing page. One that the member may not
 * open is gone to as well: it says what is missing and who can grant it, as it does to those already signed in.
 * @param cockpit page of the cockpit that the member has, or null
 */
export const destination = (
  wanted: string | null,
  menu: readonly string[],
  cockpit: string | null = null,
): string => (leadsInside(wanted) ? wanted : landingPage(menu, cockpit));
