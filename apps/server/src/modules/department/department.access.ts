import { limits, resources } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { anyHolds } from './department.contents.store.ts';
import { depthBelow, visibleDepartment, type PlacedDepartment } from './department.store.ts';

/** What the room of roles does when a department moves. @param still the departments that will stand above it */
export interface HeldRoles {
  countStranded(db: DbOrTrx, oid: string, still: readonly string[]): Promise<number>;
  /** Takes roles away that do not reach any more. @returns who lost one */
  deleteStranded(
    trx: DbOrTrx,
    oid: string,
    still: readonly string[],
  ): Promise<{ memberOID: string; roleOID: string }[]>;
  leaveRoleGroups(trx: DbOrTrx, oid: string, still: readonly string[]): Promise<void>;
}

/** @throws Refusal `notFound` */
export async function requireDepartment(db: DbOrTrx, caller: Caller, oid: string): Promise<PlacedDepartment> {
  const found = await visibleDepartment(db, caller, oid);
  if (!found) throw notFound();
  return found;
}

/**
 * Whether a department may be hung below another one.
 * @throws Refusal `departmentRoot`, `departmentLoop`, `departmentDepth`, `superior`
 */
export async function requireMovable(
  db: DbOrTrx,
  caller: Caller,
  moved: PlacedDepartment,
  target: PlacedDepartment,
): Promise<void> {
  if (moved.parentOID === null) throw new Refusal('departmentRoot');
  if (target.path.includes(moved.oid)) throw new Refusal('departmentLoop');
  if (target.path.length + (await depthBelow(db, moved.oid)) > limits.department.depth)
    throw new Refusal('departmentDepth', { values: { max: limits.department.depth } });
  const lacking = resources.filter((one) => !caller.resources.has(one));
  if (await anyHolds(db, moved.oid, lacking)) throw new Refusal('superior');
}
