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
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import { requireGrantable, requireRoleOutranked } from '../permission/index.ts';
import { requireChangeable, type RoleDeps } from './role.access.ts';
import { namedHolders } from './role.members.store.ts';
import { shownRole } from './role.record.ts';
import { deleteRights, deleteRole, insertRights, rolesIn, visibleRole } from './role.store.ts';

type GrantRequest = ParsedRequestOf<typeof roleCalls.grant>;

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

/** @throws Refusal `roleHasMembers`, `roleGroupNotEmpty` and those of `requireChangeable` */
export async function removeRole(deps: RoleDeps, oid: string, context: CallContext): Promise<void> {
  await deps.runtime.db.transaction().execute(async (trx) => {
    const role = await requireChangeable(trx, context.caller, oid);
    await requireUnheld(deps, trx, context.caller, oid);
    const inside = await rolesIn(trx, oid);
    if (inside.length > 0)
      throw new Refusal('roleGroupNotEmpty', {
        data: { total: inside.length, roles: inside.slice(0, limits.role.membersNamed) },
      });
    await deleteRole(trx, oid);
    const { name, type, resources } = role;
    const detail = { oid, name, type, resources };
    await deps.audit.done(trx, context, 'role.delete', detail);
  });
}

const differs = ({ added, removed }: ReturnType<typeof rightsDifference>): boolean =>
  added.length + removed.length > 0;

/** Groups grant nothing, and roles of an inspection only what inspections know. */
function requireFitting(type: RoleType, wanted: readonly Resource[]): void {
  if (type === 'group') throw invalidField('roleOID', 'roleGroup');
  const odd = wanted.find(
    (one) => type === 'inspection' && !(inspectionResources as readonly Resource[]).includes(one),
  );
  if (odd) throw invalidField('resourceOIDs', 'inspectionOnly', { value: odd });
}

/** Sets what a role grants. Its members have it, or no longer have it, within two seconds. */
export async function grantRights(
  deps: RoleDeps,
  request: GrantRequest,
  context: CallContext,
): Promise<RoleRecord> {
  const { caller } = context;
  const { roleOID: oid, resourceOIDs, before } = request;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const role = await requireChangeable(trx, caller, oid);
    requireFitting(role.type, resourceOIDs);
    if (before && differs(rightsDifference(role.resources, before))) throw new Refusal('conflict');
    const difference = rightsDifference(role.resources, resourceOIDs);
    if (!differs(difference)) return;
    const { added, removed } = difference;
    requireGrantable(caller, [...added, ...removed]);
    await requireRoleOutranked(trx, caller, oid);
    await deleteRights(trx, oid, removed);
    await insertRights(trx, oid, added);
    await deps.notifyRoleChanged(trx, oid);
    const detail = { oid, name: role.name, added, removed };
    await deps.audit.done(trx, context, 'role.grant', detail);
  });
  return shownRole(deps.runtime.db, context, oid);
}

/** For the preview of a role: what it grants, null when the caller does not see it or it is a group. */
export async function rightsOf(db: Db, caller: Caller, oid: string): Promise<readonly Resource[] | null> {
  const role = await visibleRole(db, caller, oid);
  return role && role.type !== 'group' ? role.resources : null;
}
