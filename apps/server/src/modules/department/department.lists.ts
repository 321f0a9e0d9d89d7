import { limits, type DepartmentRecord, type PlacedDepartment } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Db } from '../../platform/runtime.ts';
import { movePreview } from './department.move-preview.ts';
import { presentDepartment, withAllowed } from './department.record.ts';
import { requireDepartment, type HeldRoles } from './department.access.ts';
import {
  departmentsIn,
  matchingDepartments,
  membersOfTree,
  wayTo,
  wholeTree,
} from './department.tree.store.ts';

const tooMuch = (max: number): Refusal => new Refusal('tooLarge', { values: { max } });

/** Everything that is read about departments. */
export function createDepartmentLists(db: Db, roles: HeldRoles) {
  /** @param oid missing: the top of what the caller sees */
  async function children(caller: Caller, oid?: string): Promise<DepartmentRecord[]> {
    if (oid === undefined) return [await presentDepartment(db, caller, caller.groupOID)];
    await requireDepartment(db, caller, oid);
    return (await departmentsIn(db, oid)).map((one) => withAllowed(caller, one));
  }

  async function get(caller: Caller, oid: string): Promise<PlacedDepartment> {
    const { path } = await requireDepartment(db, caller, oid);
    return { ...(await presentDepartment(db, caller, oid)), path: await wayTo(db, caller, path) };
  }

  async function tree(caller: Caller, oid = caller.groupOID) {
    await requireDepartment(db, caller, oid);
    const most = limits.department.treeMost;
    const nodes = await wholeTree(db, oid, most + 1);
    if (nodes.length > most) throw tooMuch(most);
    return nodes;
  }

  async function treeWithMembers(caller: Caller, oid?: string) {
    const departments = await tree(caller, oid);
    const most = limits.department.treeMembersMost;
    const members = await membersOfTree(db, oid ?? caller.groupOID, most + 1);
    if (members.length > most) throw tooMuch(most);
    return [...departments, ...members.map((one) => ({ ...one, type: 'user' as const }))];
  }

  return {
    children,
    get,
    tree,
    treeWithMembers,
    movePreview: (caller: Caller, oid: string, parentOID: string) =>
      movePreview(db, roles, caller, oid, parentOID),
    query: (caller: Caller, keyword: string) =>
      matchingDepartments(db, caller, keyword, limits.department.matches),
  };
}
