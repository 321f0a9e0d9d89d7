import {
  limits,
  type ParsedRequestOf,
  type Resource,
  type RoleRecord,
  type RoleType,
  type roleCalls,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { createList, type ValuesOf } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { requireGrantable } from '../permission/index.ts';
import { requireChangeable, requireRole, type RoleDeps } from './role.access.ts';
import { namedHolders } from './role.members.store.ts';
import { presentRoles, shownName } from './role.record.ts';
import {
  countRoles,
  deleteRelationsOf,
  departmentsUpTo,
  insertRights,
  rightsIn,
  roleList,
  rolesIn,
  type StoredRole,
} from './role.store.ts';

type SaveRequest = ParsedRequestOf<typeof roleCalls.save>;
type Edit = SaveRequest & { oid: string };
interface NewRole {
  name: string;
  type: RoleType;
  parentOID: string | null;
  groupOID: string;
  remark: string;
  resources: readonly Resource[];
}

/** The group in which a role of a department may stand: of that department or one above it. */
async function requireGroup(
  trx: DbOrTrx,
  caller: Caller,
  parentOID: string,
  groupOID: string,
): Promise<void> {
  const parent = await requireRole(trx, caller, parentOID);
  if (parent.type !== 'group') throw invalidField('parentOID', 'roleGroup');
  if (!(await departmentsUpTo(trx, groupOID)).includes(parent.groupOID))
    throw invalidField('parentOID', 'roleGroupAbove');
}

/** Refused while somebody holds the role, naming the first of them that the caller sees. */
async function requireUnheld(deps: RoleDeps, trx: DbOrTrx, caller: Caller, oid: string): Promise<void> {
  const { total, rows } = await namedHolders(trx, oid, limits.role.membersNamed);
  if (total === 0) return;
  const members = [];
  for (const { groupOID, ...member } of rows)
    if (
      await deps.department.requireVisible(caller, groupOID).then(
        () => true,
        () => false,
      )
    )
      members.push(member);
  throw new Refusal('roleHasMembers', { data: { total, members } });
}

/** @throws Refusal `roleGroupNotEmpty` */
async function requireEmpty(trx: DbOrTrx, oid: string): Promise<void> {
  const inside = await rolesIn(trx, oid);
  if (inside.length > 0)
    throw new Refusal('roleGroupNotEmpty', {
      data: { total: inside.length, roles: inside.slice(0, limits.role.membersNamed) },
    });
}

async function valuesOf(
  trx: DbOrTrx,
  role: StoredRole,
  { name, parentOID, remark, type, groupOID }: Edit,
  { caller, language }: CallContext,
): Promise<ValuesOf<typeof roleList>> {
  if (type !== undefined && type !== role.type) throw invalidField('type', 'unchangeable');
  if (groupOID !== undefined && groupOID !== role.groupOID) throw invalidField('groupOID', 'unchangeable');
  if (parentOID) {
    if (role.type === 'group') throw invalidField('parentOID', 'roleGroupInGroup');
    await requireGroup(trx, caller, parentOID, role.groupOID);
  }
  // A form sends the name back as it was shown; that is no new name.
  const renamed = name !== undefined && name !== shownName(role, language);
  return { ...(renamed ? { name, renamed: true } : {}), parentOID, remark };
}

/** Roles and groups as a list. Two of a department do not share a name. */
export const createRoles = (deps: RoleDeps) =>
  createList<typeof roleList, RoleRecord, NewRole, Edit>(
    {
      list: roleList,
      word: 'role',
      present: (rows, viewer, db) => presentRoles(db, viewer, rows),
      async make(trx, { name, type, parentOID, groupOID, remark }, { caller }) {
        await deps.department.requireVisible(caller, groupOID);
        if (parentOID) await requireGroup(trx, caller, parentOID, groupOID);
        if ((await countRoles(trx, caller.groupRoot)) >= limits.role.perOrganisation)
          throw invalidField('name', 'tooMany', { max: limits.role.perOrganisation });
        const { groupRoot } = caller;
        return {
          values: { name, type, parentOID, groupOID, groupRoot, remark },
          detail: { name, type, groupOID },
        };
      },
      added: (trx, oid, { resources }) => insertRights(trx, oid, resources),
      taken: () => new Refusal('nameTaken'),
      requireChangeable: (_trx, rows) => requireChangeable(rows),
      change: valuesOf,
      edited: ({ oid, name: from }, { name, parentOID, remark }) => ({
        oid,
        from,
        ...(name === undefined ? {} : { name }),
        parentOID,
        remark,
      }),
      async beforeRemove(trx, rows, { caller }) {
        for (const { oid } of rows) {
          await requireUnheld(deps, trx, caller, oid);
          await requireEmpty(trx, oid);
        }
        await deleteRelationsOf(
          trx,
          rows.map((one) => one.oid),
        );
      },
      // One role is deleted at a time.
      removed: ([role]) =>
        role ? { oid: role.oid, name: role.name, type: role.type, resources: rightsIn(role) } : {},
    },
    deps,
  );
export type Roles = ReturnType<typeof createRoles>;

/** A role without an oid is new. */
export async function saveRole(
  roles: Roles,
  { oid, ...request }: SaveRequest,
  context: CallContext,
): Promise<RoleRecord> {
  if (oid !== undefined) return roles.edit({ ...request, oid }, context);
  const { name, type = 'menu', parentOID = null, groupOID = context.caller.groupOID, remark = '' } = request;
  if (name === undefined) throw invalidField('name', 'required');
  if (type === 'group' && parentOID) throw invalidField('parentOID', 'roleGroupInGroup');
  return roles.add({ name, type, parentOID, groupOID, remark, resources: [] }, context);
}

/** The copy belongs to the same department, or to the caller's own when that one lies above. */
export async function copyRole(
  { runtime, audit }: RoleDeps,
  roles: Roles,
  request: { oid: string; name: string },
  context: CallContext,
): Promise<RoleRecord> {
  const { caller } = context;
  const made = await runtime.db.transaction().execute(async (trx) => {
    const from = await requireRole(trx, caller, request.oid);
    if (from.type === 'group') throw invalidField('oid', 'roleGroup');
    const resources = rightsIn(from);
    requireGrantable(caller, resources);
    const { type, remark, parentOID } = from;
    const groupOID = from.own ? from.groupOID : caller.groupOID;
    const role = { name: request.name, type, remark, resources, groupOID, parentOID };
    const { oid } = await roles.addWithin(trx, role, context);
    await audit.done(trx, context, 'role.copy', { oid, name: request.name, from: from.oid, resources });
    return oid;
  });
  return roles.get(made, context);
}
