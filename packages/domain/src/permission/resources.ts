import { roomActions, roomPages } from '../definitions.generated.ts';
import type { PermissionGroup } from '../room.ts';

/**
 * Everything that can be granted. A menu resource is the address of a page; a scene resource is
 * `noun:verb`. A call that names anything else does not start the server.
 */
export type MenuResource = keyof typeof roomPages;
export type SceneResource = keyof typeof roomActions;
export type Resource = MenuResource | SceneResource;

/** In the order of the menu. */
export const menuResources = Object.keys(roomPages) as readonly MenuResource[];
export const sceneResources = Object.keys(roomActions) as readonly SceneResource[];
export const resources: readonly Resource[] = [...menuResources, ...sceneResources];

/** The heading under which a page stands. */
export const groupOfPage = (page: MenuResource): PermissionGroup => roomPages[page].group;

/** Pages that exist but have no entry in the menu. */
export const hiddenMenuResources = menuResources.filter((page) => 'hidden' in roomPages[page]);

/** Functions of the inspection app: what a role of the type `inspection` may grant, and nothing else. */
export const inspectionResources = sceneResources.filter((scene) => 'inspection' in roomActions[scene]);

export const isMenuResource = (resource: string): resource is MenuResource =>
  Object.hasOwn(roomPages, resource);
