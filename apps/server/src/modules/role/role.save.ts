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
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { requireGrantable } from '../permission/index.ts';
import { requireChangeable, requireRole, type RoleDeps } from './role.access.ts';
import { shownName, shownRole } from './role.record.ts';
import { countRoles, departmentsUpTo, insertRole, updateRole } from './role.store.ts';

type SaveRequest = ParsedRequestOf<typeof roleCalls.save>;

/** Two roles of a department do not share a name, also when both are made at once. */
const named = (work: Promise<void>): Promise<void> => unlessTaken(work, () => new Refusal('nameTaken'));

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

/** A new role of a department that the caller may change. */
async function insert(
  deps: RoleDeps,
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
  const oid = deps.runtime.newOid();
  await named(insertRole(trx, { ...role, oid, groupRoot: caller.groupRoot }));
  return oid;
}

async function addRole(deps: RoleDeps, request: SaveRequest, context: CallContext): Promise<string> {
  const { name, type = 'menu', parentOID = null, groupOID = context.caller.groupOID, remark = '' } = request;
  if (name === undefined) throw invalidField('name', 'required');
  if (type === 'group' && parentOID) throw invalidField('parentOID', 'roleGroupInGroup');
  return deps.runtime.db.transaction().execute(async (trx) => {
    const role = { name, type, parentOID, groupOID, remark, resources: [] };
    const oid = await insert(deps, trx, context.caller, role);
    const detail = { oid, name, type, groupOID };
    await deps.audit.done(trx, context, 'role.add', detail);
    return oid;
  });
}

async function editRole(
  deps: RoleDeps,
  oid: string,
  request: SaveRequest,
  context: CallContext,
): Promise<string> {
  const { name, parentOID, remark } = request;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const role = await requireChangeable(trx, context.caller, oid);
    if (request.type !== undefined && request.type !== role.type) throw invalidField('type', 'unchangeable');
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
    await deps.audit.done(trx, context, 'role.edit', detail);
  });
  return oid;
}

/** A role without an oid is new. */
export async function saveRole(
  deps: RoleDeps,
  request: SaveRequest,
  context: CallContext,
): Promise<RoleRecord> {
  const oid =
    request.oid === undefined
      ? await addRole(deps, request, context)
      : await editRole(deps, request.oid, request, context);
  return shownRole(deps.runtime.db, context, oid);
}

/** The copy belongs to the same department, or to the caller's own when that one lies above. */
export async function copyRole(
  deps: RoleDeps,
  request: { oid: string; name: string },
  context: CallContext,
): Promise<RoleRecord> {
  const { caller } = context;
  const oid = await deps.runtime.db.transaction().execute(async (trx) => {
    const from = await requireRole(trx, caller, request.oid);
    if (from.type === 'group') throw invalidField('oid', 'roleGroup');
    requireGrantable(caller, from.resources);
    const { type, remark, resources } = from;
    const groupOID = from.own ? from.groupOID : caller.groupOID;
    const role = { name: request.name, type, remark, resources, groupOID, parentOID: from.parentOID };
    const made = await insert(deps, trx, caller, role);
    const detail = { oid: made, name: request.name, from: from.oid, resources };
    await deps.audit.done(trx, context, 'role.copy', detail);
    return made;
  });
  return shownRole(deps.runtime.db, context, oid);
}
