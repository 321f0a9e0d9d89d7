import {
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
import type { Db } from '../../platform/runtime.ts';
import { requireGrantable, requireRoleOutranked } from '../permission/index.ts';
import type { RoleDeps } from './role.access.ts';
import type { Roles } from './role.save.ts';
import { deleteRights, insertRights, rightsIn, roles as stored } from './role.store.ts';

type GrantRequest = ParsedRequestOf<typeof roleCalls.grant>;

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
  roles: Roles,
  request: GrantRequest,
  context: CallContext,
): Promise<RoleRecord> {
  const { caller } = context;
  const { roleOID: oid, resourceOIDs, before } = request;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const [role] = await roles.lock(trx, [oid], context);
    if (!role) throw notFound();
    requireFitting(role.type, resourceOIDs);
    const granted = rightsIn(role);
    if (before && differs(rightsDifference(granted, before))) throw new Refusal('conflict');
    const difference = rightsDifference(granted, resourceOIDs);
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
  return roles.get(oid, context);
}

/** For the preview of a role: what it grants, null when the caller does not see it or it is a group. */
export async function rightsOf(db: Db, caller: Caller, oid: string): Promise<readonly Resource[] | null> {
  const role = await stored.byOid(db, { caller }, oid);
  return role && role.type !== 'group' ? rightsIn(role) : null;
}
