import { groupOfPage, hiddenMenuResources, menuResources, permissionGroups } from '@eyrie/domain';
import type { Page } from '../platform/page.ts';
import { pageOf } from './pages.ts';

export interface MenuGroup {
  group: (typeof permissionGroups)[number];
  pages: Page[];
}

/**
 * The pages that a member may open, under the headings of the menu and in the order of the declaration.
 * @param cockpit page of the cockpit that the member has, or null
 */
export const menuGroups = (permitted: readonly string[], cockpit: string | null): MenuGroup[] => {
  const open = menuResources.filter(
    (path) => path === cockpit || (!hiddenMenuResources.includes(path) && permitted.includes(path)),
  );
  return permissionGroups.flatMap((group) => {
    const pages = open.filter((path) => groupOfPage(path) === group).flatMap((path) => pageOf(path) ?? []);
    return pages.length > 0 ? [{ group, pages }] : [];
  });
};
