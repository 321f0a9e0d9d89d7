import {
  inspectionResources,
  menuResources,
  sceneResources,
  type MenuResource,
  type Resource,
  type SceneResource,
} from './resources.ts';

/** Headings under which pages stand when rights are granted, in this order. */
export const permissionGroups = ['watch', 'fly', 'organisation', 'settings'] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

/** Where each page stands. A new page that names no group does not compile. */
const groupOf: Readonly<Record<MenuResource, PermissionGroup>> = {
  '/DataStatistics': 'watch',
  '/DeviceAll': 'watch',
  '/PortMonitorSee': 'watch',
  '/RoutePlanning': 'fly',
  '/TaskManagerNew': 'fly',
  '/FlyArrange': 'fly',
  '/OrganizationStructure': 'organisation',
  '/RoleManagement': 'organisation',
  '/personalInfo': 'settings',
  '/customized': 'settings',
  '/EncodingTable': 'settings',
  '/operation': 'settings',
};

/** The page on which an action is taken. A new action that names no page does not compile. */
const pageOf: Readonly<Record<SceneResource, MenuResource>> = {
  'dock:edit': '/DataStatistics',
  'dock:control': '/PortMonitorSee',
  'dock:override': '/PortMonitorSee',
  'dock:emergency': '/PortMonitorSee',
  'video:watch': '/PortMonitorSee',
  'route:edit': '/RoutePlanning',
  'task:edit': '/TaskManagerNew',
  'flight:view': '/TaskManagerNew',
  'flight:edit': '/FlyArrange',
  'flight:start': '/FlyArrange',
  'department:edit': '/OrganizationStructure',
  'member:edit': '/OrganizationStructure',
  'role:edit': '/RoleManagement',
  'device-health:edit': '/personalInfo',
  'appearance:edit': '/customized',
  'dictionary:edit': '/EncodingTable',
  'session:end': '/operation',
  'organisation:edit': '/operation',
  'audit-log:view': '/operation',
  'platform:operate': '/operation',
};

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
    [page, ...sceneResources.filter((scene) => pageOf[scene] === page)].filter(fits);
  const pagesOf = (group: PermissionGroup): PermissionPage[] =>
    menuResources
      .filter((page) => groupOf[page] === group)
      .map((page) => ({ page, rights: rightsOf(page) }))
      .filter(({ rights }) => rights.length > 0);
  return permissionGroups
    .map((group) => ({ group, pages: pagesOf(group) }))
    .filter(({ pages }) => pages.length > 0);
}

export const rightsIn = (branches: readonly PermissionBranch[]): Resource[] =>
  branches.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights));
