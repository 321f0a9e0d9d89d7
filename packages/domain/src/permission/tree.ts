import { roomActions, roomPages } from '../definitions.generated.ts';
import { permissionGroups, type PermissionGroup } from '../room.ts';
import {
  inspectionResources,
  menuResources,
  sceneResources,
  type MenuResource,
  type Resource,
  type SceneResource,
} from './resources.ts';

/** The page on which an action is taken. A page that no room has does not compile. */
const pageOf: Readonly<Record<SceneResource, { page: MenuResource }>> = roomActions;

export interface PermissionPage {
  page: MenuResource;
  /** What can be granted here: the page itself first, where it can be, then its actions. */
  rights: readonly Resource[];
}
export interface PermissionBranch {
  group: PermissionGroup;
  pages: readonly PermissionPage[];
}

/**
 * Everything that a role may grant, as people read it: groups of pages, and under each page the page itself and its
 * actions. What has nothing to grant is left out.
 * @param type a role of the inspection app grants functions of that app and no pages
 */
export function permissionTree(
  type: 'menu' | 'inspection',
  offered: (resource: Resource) => boolean = () => true,
): PermissionBranch[] {
  const fits = (one: Resource): boolean =>
    offered(one) && (type === 'menu' || (inspectionResources as readonly Resource[]).includes(one));
  const rightsOf = (page: MenuResource): Resource[] =>
    [page, ...sceneResources.filter((scene) => pageOf[scene].page === page)].filter(fits);
  const pagesOf = (group: PermissionGroup): PermissionPage[] =>
    menuResources
      .filter((page) => roomPages[page].group === group)
      .map((page) => ({ page, rights: rightsOf(page) }))
      .filter(({ rights }) => rights.length > 0);
  return permissionGroups
    .map((group) => ({ group, pages: pagesOf(group) }))
    .filter(({ pages }) => pages.length > 0);
}

export const rightsIn = (branches: readonly PermissionBranch[]): Resource[] =>
  branches.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights));
