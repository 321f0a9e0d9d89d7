import { roleCalls, type ParsedRequestOf, type RoleRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Db } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { allowedWords, superiorsAmong } from '../permission/index.ts';
import { requireRole } from './role.access.ts';
import { people as everybody } from './role.members.store.ts';
import { presentRoles } from './role.record.ts';
import { departmentsUpTo, rolesOfMember, visibleRoles } from './role.store.ts';

type PeopleRequest = ParsedRequestOf<typeof roleCalls.members>;

/** Whose roles the caller may read, besides the own ones. @throws Refusal `notFound`, `notAllowed` */
async function requireReadable(db: Db, caller: Caller, memberOID: string): Promise<void> {
  if (!(await everybody.byOid(db, { caller }, memberOID))) throw notFound();
  const { permission } = roleCalls.tree;
  if (typeof permission === 'string' || !permission.some((one) => caller.resources.has(one)))
    throw new Refusal('notAllowed');
}

/** Which roles there are, and who has them or could. */
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
    if (memberOID !== caller.memberOID) await requireReadable(db, caller, memberOID);
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

  async function people(context: CallContext, kind: 'holders' | 'candidates', request: PeopleRequest) {
    const { caller } = context;
    const { pageNum, pageSize, roleOID, ...filter } = request;
    const { oid, groupOID } = await requireRole(db, caller, roleOID);
    if (filter.groupOID) await department.requireVisible(caller, filter.groupOID);
    const asked = kind === 'holders' ? { holding: oid } : { candidateFor: { oid, groupOID } };
    const page = { pageNum, pageSize };
    const { rows, ...counted } = await everybody.page(db, context, { ...filter, ...asked }, page);
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
    return { list, ...counted, ...page };
  }

  return { tree, children, ofMember, forDepartment, people };
}
export type RoleLists = ReturnType<typeof createRoleLists>;
