import {
  isMenuResource,
  permissionTree,
  roleCalls,
  type ParsedRequestOf,
  type PermissionNode,
  type Resource,
  type RoleMatrix,
  type RoleRecord,
} from '@eyrie/domain';
import type { CallContext, Language } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Db } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { allowedWords, platformRight, superiorsAmong } from '../permission/index.ts';
import { requireRole } from './role.access.ts';
import { memberInScope, pageOfMembers, type MemberKind } from './role.members.store.ts';
import { presentRoles } from './role.record.ts';
import { departmentsUpTo, rolesOfMember, visibleRoles } from './role.store.ts';

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

type PeopleRequest = ParsedRequestOf<typeof roleCalls.members>;

/** Everything that is read about roles. */
export function createRoleLists({ db, department }: { db: Db; department: DepartmentRoom }) {
  /** @param oid a group; missing: everything. */
  async function tree(context: CallContext, oid?: string): Promise<RoleRecord[]> {
    const all = await visibleRoles(db, context.caller);
    if (oid === undefined) return presentRoles(db, context, all);
    if (!all.some((role) => role.oid === oid)) throw notFound();
    return presentRoles(
      db,
      context,
      all.filter((role) => role.oid === oid || role.parentOID === oid),
    );
  }

  async function children(context: CallContext, oid?: string): Promise<RoleRecord[]> {
    if (oid !== undefined) await requireRole(db, context.caller, oid);
    const all = await visibleRoles(db, context.caller);
    return presentRoles(
      db,
      context,
      all.filter((role) => role.parentOID === (oid ?? null)),
    );
  }

  /** Own roles, or those of a member whom the caller may look at. */
  async function ofMember(context: CallContext, memberOID: string): Promise<RoleRecord[]> {
    const { caller } = context;
    if (memberOID !== caller.memberOID) {
      if (!(await memberInScope(db, caller, memberOID))) throw notFound();
      const { permission } = roleCalls.tree;
      if (typeof permission === 'string' || !permission.some((one) => caller.resources.has(one)))
        throw new Refusal('notAllowed');
    }
    return presentRoles(db, context, await rolesOfMember(db, caller, memberOID));
  }

  async function forDepartment(context: CallContext, groupOID: string): Promise<RoleRecord[]> {
    await department.requireVisible(context.caller, groupOID);
    const up = await departmentsUpTo(db, groupOID);
    const all = await visibleRoles(db, context.caller);
    return presentRoles(
      db,
      context,
      all.filter((role) => role.type !== 'group' && up.includes(role.groupOID)),
    );
  }

  async function people(context: CallContext, kind: MemberKind, request: PeopleRequest) {
    const { caller } = context;
    const { pageNum, pageSize, roleOID, ...filter } = request;
    const role = await requireRole(db, caller, roleOID);
    if (filter.groupOID) await department.requireVisible(caller, filter.groupOID);
    const asked = { ...filter, roleOID, roleGroupOID: role.groupOID };
    const { rows, total } = await pageOfMembers(db, caller, kind, asked, { pageNum, pageSize });
    const above = await superiorsAmong(
      db,
      caller.resources,
      rows.map((row) => row.oid),
    );
    const change = kind === 'holders' ? roleCalls.removeMembers : roleCalls.addMembers;
    const words = allowedWords(caller.resources, [change]);
    const list = rows.map((row) => ({
      ...row,
      allowed: above.has(row.oid) || row.oid === caller.memberOID ? [] : words,
    }));
    return { list, total, pageNum, pageSize };
  }

  async function matrix(context: CallContext): Promise<RoleMatrix> {
    const all = await visibleRoles(db, context.caller);
    return {
      roles: await presentRoles(db, context, all),
      granted: all
        .filter((role) => role.type !== 'group')
        .map((role) => ({ roleOID: role.oid, resourceOIDs: role.resources })),
    };
  }

  async function rights(context: CallContext, roleOID: string): Promise<PermissionNode[]> {
    const { caller, language } = context;
    const role = await requireRole(db, caller, roleOID);
    if (role.type === 'group') return [];
    const granted = (one: Resource): boolean => role.resources.includes(one);
    return nodesOf(role.type, language, granted, (one) => caller.resources.has(one)).filter(
      (node) => node.type !== 'group',
    );
  }

  /** What can be granted. The right to run the platform is no word outside the circle of those who hold it. */
  function offered(context: CallContext, type: 'menu' | 'inspection', under?: string): PermissionNode[] {
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

  return { tree, children, ofMember, forDepartment, people, matrix, rights, offered };
}
export type RoleLists = ReturnType<typeof createRoleLists>;
