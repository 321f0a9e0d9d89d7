import { isFixedRole } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { roles, type StoredRole } from './role.store.ts';

/** What roles need of other rooms. */
export interface RoleDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  /** Tells every process that the rights of a role's members changed. */
  notifyRoleChanged(trx: DbOrTrx, roleOID: string): Promise<void>;
}

/** @throws Refusal `notFound` when the caller does not see the role. */
export async function requireRole(db: DbOrTrx, caller: Caller, oid: string): Promise<StoredRole> {
  const role = await roles.byOid(db, { caller }, oid);
  if (!role) throw notFound();
  return role;
}

/**
 * Of the own department or below, not built in, and not one of the caller's own.
 * @throws Refusal `notAllowed`, `roleFixed`, `ownRights`
 */
export function requireChangeable(found: readonly StoredRole[]): void {
  for (const role of found) {
    if (isFixedRole(role.firstKey)) throw new Refusal('roleFixed');
    if (!role.own) throw new Refusal('notAllowed', { data: { groupOID: role.groupOID } });
    if (role.held) throw new Refusal('ownRights');
  }
}
