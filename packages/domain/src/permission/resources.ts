/**
 * Everything that can be granted. A menu resource is the address of a page; a scene resource is
 * `noun:verb`. A call that names anything else does not start the server.
 */
export const menuResources = [
  '/DataStatistics',
  '/DeviceAll',
  '/RoutePlanning',
  '/TaskManagerNew',
  '/FlyArrange',
  '/PortMonitorSee',
  '/OrganizationStructure',
  '/RoleManagement',
  '/personalInfo',
  '/customized',
  '/EncodingTable',
  '/operation',
] as const;
export type MenuResource = (typeof menuResources)[number];

/** Pages that exist but have no entry in the menu. */
export const hiddenMenuResources: readonly MenuResource[] = ['/FlyArrange', '/PortMonitorSee'];

export const sceneResources = [
  'dock:edit',
  'dock:control',
  'dock:override',
  'dock:emergency',
  'video:watch',
  'route:edit',
  'task:edit',
  'flight:edit',
  'flight:start',
  'flight:view',
  'department:edit',
  'member:edit',
  'role:edit',
  'session:end',
  'organisation:edit',
  'appearance:edit',
  'dictionary:edit',
  'device-health:edit',
  'audit-log:view',
  'platform:operate',
] as const;
export type SceneResource = (typeof sceneResources)[number];

/** Functions of the inspection app: what a role of the type `inspection` may grant, and nothing else. */
export const inspectionResources: readonly SceneResource[] = [
  'dock:control',
  'dock:emergency',
  'video:watch',
  'route:edit',
  'task:edit',
  'flight:edit',
  'flight:start',
  'flight:view',
];

export type Resource = MenuResource | SceneResource;
export const resources: readonly Resource[] = [...menuResources, ...sceneResources];

export const isMenuResource = (resource: string): resource is MenuResource =>
  (menuResources as readonly string[]).includes(resource);
