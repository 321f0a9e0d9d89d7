import {
  limits,
  rightsDifference,
  inspectionResources,
  type ParsedRequestOf,
  type Resource,
  type RoleRecord,
  type RoleType,
  type roleCalls,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { requireGrantable, requireRoleOutranked } from '../permission/index.ts';
import { requireChangeable, requireRole } from './role.access.ts';
import { namedHolders } from './role.members.store.ts';
import { presentRoles, shownName } from './role.record.ts';
import {
  countRoles,
  deleteRights,
  deleteRole,
  departmentsUpTo,
  insertRights,
  insertRole,
  rolesIn,
  updateRole,
  visibleRole,
} from './role.store.ts';

export interface RoleDeps {
  runtime: Pick<Runtime, 'db' | 'newOid'>;
  audit: AuditLog;
  department: DepartmentRoom;
  /** Tells every process that the rights of a role's members changed. */
  tellRoleChanged(trx: DbOrTrx, roleOID: string): Promise<void>;
}

type SaveRequest = ParsedRequestOf<typeof roleCalls.save>;
type GrantRequest = ParsedRequestOf<typeof roleCalls.grant>;

/** Two roles of a department do not share a name, also when both are made at once. */
const named = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Refusal('nameTaken');
    throw error;
  }
};

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

export function createRoleService(deps: RoleDeps) {
  const { runtime, audit } = deps;
  const { db } = runtime;

  async function get(context: CallContext, oid: string): Promise<RoleRecord> {
    const [record] = await presentRoles(db, context, [await requireRole(db, context.caller, oid)]);
    if (!record) throw notFound();
    return record;
  }

  /** A new role of a department that the caller may change. */
  async function insert(
    trx: DbOrTrx,
    caller: Caller,
    role: {
      name: string;
      type: RoleType;
      parentOID: string | null;
      groupOID: string;
      remark: string;
      resources: readonly Resource[];
    },
  ): Promise<string> {
    await deps.department.requireVisible(caller, role.groupOID);
    if (role.parentOID) await requireGroup(trx, caller, role.parentOID, role.groupOID);
    if ((await countRoles(trx, caller.groupRoot)) >= limits.role.perOrganisation)
      throw invalidField('name', 'tooMany', { max: limits.role.perOrganisation });
    const oid = runtime.newOid();
    await named(insertRole(trx, { ...role, oid, groupRoot: caller.groupRoot }));
    return oid;
  }

  async function add(request: SaveRequest, context: CallContext): Promise<string> {
    const {
      name,
      type = 'menu',
      parentOID = null,
      groupOID = context.caller.groupOID,
      remark = '',
    } = request;
    if (name === undefined) throw invalidField('name', 'required');
    if (type === 'group' && parentOID) throw invalidField('parentOID', 'roleGroupInGroup');
    return db.transaction().execute(async (trx) => {
      const role = { name, type, parentOID, groupOID, remark, resources: [] };
      const oid = await insert(trx, context.caller, role);
      const detail = { oid, name, type, groupOID };
      await audit.write(trx, { ...auditedCaller(context), action: 'role.add', outcome: 'done', detail });
      return oid;
    });
  }

  async function edit(oid: string, request: SaveRequest, context: CallContext): Promise<string> {
    const { name, parentOID, remark } = request;
    await db.transaction().execute(async (trx) => {
      const role = await requireChangeable(trx, context.caller, oid);
      if (request.type !== undefined && request.type !== role.type)
        throw invalidField('type', 'unchangeable');
      if (request.groupOID !== undefined && request.groupOID !== role.groupOID)
        throw invalidField('groupOID', 'unchangeable');
      if (parentOID) {
        if (role.type === 'group') throw invalidField('parentOID', 'roleGroupInGroup');
        await requireGroup(trx, context.caller, parentOID, role.groupOID);
      }
      // A form sends the name back as it was shown; that is no new name.
      const renamed = name !== undefined && name !== shownName(role, context.language);
      const change = {
        ...(renamed ? { name, renamed: true } : {}),
        ...(parentOID === undefined ? {} : { parent_oid: parentOID }),
        ...(remark === undefined ? {} : { remark }),
      };
      await named(updateRole(trx, oid, change));
      const detail = { oid, from: role.name, ...(renamed ? { name } : {}), parentOID, remark };
      await audit.write(trx, { ...auditedCaller(context), action: 'role.edit', outcome: 'done', detail });
    });
    return oid;
  }

  async function save(request: SaveRequest, context: CallContext): Promise<RoleRecord> {
    const oid =
      request.oid === undefined ? await add(request, context) : await edit(request.oid, request, context);
    return get(context, oid);
  }

  /** The copy belongs to the same department, or to the caller's own when that one lies above. */
  async function copy(request: { oid: string; name: string }, context: CallContext): Promise<RoleRecord> {
    const { caller } = context;
    const oid = await db.transaction().execute(async (trx) => {
      const from = await requireRole(trx, caller, request.oid);
      if (from.type === 'group') throw invalidField('oid', 'roleGroup');
      requireGrantable(caller, from.resources);
      const { type, remark, resources } = from;
      const groupOID = from.own ? from.groupOID : caller.groupOID;
      const role = { name: request.name, type, remark, resources, groupOID, parentOID: from.parentOID };
      const made = await insert(trx, caller, role);
      const detail = { oid: made, name: request.name, from: from.oid, resources };
      await audit.write(trx, { ...auditedCaller(context), action: 'role.copy', outcome: 'done', detail });
      return made;
    });
    return get(context, oid);
  }

  /** Refused while somebody holds the role, naming the first of them that the caller sees. */
  async function requireUnheld(trx: DbOrTrx, caller: Caller, oid: string): Promise<void> {
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

  async function remove(oid: string, context: CallContext): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const role = await requireChangeable(trx, context.caller, oid);
      await requireUnheld(trx, context.caller, oid);
      const inside = await rolesIn(trx, oid);
      if (inside.length > 0)
        throw new Refusal('roleGroupNotEmpty', {
          data: { total: inside.length, roles: inside.slice(0, limits.role.membersNamed) },
        });
      await deleteRole(trx, oid);
      const { name, type, resources } = role;
      const detail = { oid, name, type, resources };
      await audit.write(trx, { ...auditedCaller(context), action: 'role.delete', outcome: 'done', detail });
    });
  }

  /** Sets what a role grants. Its members have it, or no longer have it, within two seconds. */
  async function grant(request: GrantRequest, context: CallContext): Promise<RoleRecord> {
    const { caller } = context;
    const { roleOID: oid, resourceOIDs, before } = request;
    await db.transaction().execute(async (trx) => {
      const role = await requireChangeable(trx, caller, oid);
      if (role.type === 'group') throw invalidField('roleOID', 'roleGroup');
      const odd = resourceOIDs.find(
        (one) => role.type === 'inspection' && !(inspectionResources as readonly Resource[]).includes(one),
      );
      if (odd) throw invalidField('resourceOIDs', 'inspectionOnly', { value: odd });
      const read = before && rightsDifference(role.resources, before);
      if (read && read.added.length + read.removed.length > 0) throw new Refusal('conflict');
      const { added, removed } = rightsDifference(role.resources, resourceOIDs);
      if (added.length + removed.length === 0) return;
      requireGrantable(caller, [...added, ...removed]);
      await requireRoleOutranked(trx, caller, oid);
      await deleteRights(trx, oid, removed);
      await insertRights(trx, oid, added);
      await deps.tellRoleChanged(trx, oid);
      const detail = { oid, name: role.name, added, removed };
      await audit.write(trx, { ...auditedCaller(context), action: 'role.grant', outcome: 'done', detail });
    });
    return get(context, oid);
  }

  return {
    get,
    save,
    copy,
    remove,
    grant,
    /** For the preview of a role: what it grants, null when the caller does not see it or it is a group. */
    async rightsOf(caller: Caller, oid: string): Promise<readonly Resource[] | null> {
      const role = await visibleRole(db, caller, oid);
      return role && role.type !== 'group' ? role.resources : null;
    },
  };
}
export type RoleService = ReturnType<typeof createRoleService>;
