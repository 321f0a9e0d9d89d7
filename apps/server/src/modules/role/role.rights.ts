import {
  isMenuResource,
  permissionTree,
  type PermissionNode,
  type Resource,
  type RoleMatrix,
} from '@eyrie/domain';
import type { CallContext, Language } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Db } from '../../platform/runtime.ts';
import { platformRight } from '../permission/index.ts';
import { requireRole } from './role.access.ts';
import { presentRoles } from './role.record.ts';
import { rightsIn, visibleRoles } from './role.store.ts';

/** Rights as one list, in which every node names the one it stands under. */
function nodesOf(
  type: 'menu' | 'inspection',
  language: Language,
  offered: (one: Resource) => boolean,
  grantable: (one: Resource) => boolean,
): PermissionNode[] {
  const nodes: PermissionNode[] = [];
  for (const { group, pages } of permissionTree(type, offered)) {
    const heading = `group:${group}`;
    const name = say(language, `permission.group.${group}`);
    nodes.push({ oid: heading, parentOID: null, name, URL: '', type: 'group', grantable: false });
    for (const { page, rights } of pages)
      for (const one of rights)
        nodes.push({
          oid: one,
          parentOID: one === page || !rights.includes(page) ? heading : page,
          name: say(language, `permission.${one}`),
          URL: one,
          type: isMenuResource(one) ? 'menu' : 'scene',
          grantable: grantable(one),
        });
  }
  return nodes;
}

/** Every visible role with what it grants. */
export async function roleMatrix(db: Db, context: CallContext): Promise<RoleMatrix> {
  const all = await visibleRoles(db, context.caller);
  return {
    roles: await presentRoles(db, context, all),
    granted: all
      .filter((role) => role.type !== 'group')
      .map((role) => ({ roleOID: role.oid, resourceOIDs: rightsIn(role) })),
  };
}

/** What a role grants. @throws Refusal `notFound` */
export async function rightsOfRole(db: Db, context: CallContext, roleOID: string): Promise<PermissionNode[]> {
  const { caller, language } = context;
  const role = await requireRole(db, caller, roleOID);
  if (role.type === 'group') return [];
  const rights = rightsIn(role);
  const granted = (one: Resource): boolean => rights.includes(one);
  return nodesOf(role.type, language, granted, (one) => caller.resources.has(one)).filter(
    (node) => node.type !== 'group',
  );
}

/** What can be granted. The right to run the platform is no word outside the circle of those who hold it. */
export function offeredRights(
  context: CallContext,
  type: 'menu' | 'inspection',
  under?: string,
): PermissionNode[] {
  const { resources } = context.caller;
  const nodes = nodesOf(
    type,
    context.language,
    (one) => one !== platformRight || resources.has(one),
    (one) => resources.has(one),
  );
  if (under === undefined) return nodes;
  if (!nodes.some((node) => node.oid === under)) throw notFound();
  return nodes.filter((node) => node.parentOID === under);
}
