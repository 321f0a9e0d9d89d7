import { limits, type DepartmentRecord, type MovePreview, type PlacedDepartment } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Db } from '../../platform/runtime.ts';
import { countStranded, massBelow, peopleIn } from './department.contents.store.ts';
import { presentDepartment, withAllowed } from './department.record.ts';
import { requireDepartment, requireMovable } from './department.service.ts';
import {
  departmentsIn,
  matchingDepartments,
  membersOfTree,
  wayTo,
  wholeTree,
} from './department.tree.store.ts';

const tooMuch = (max: number): Refusal => new Refusal('tooLarge', { values: { max } });

/** Everything that is read about departments. */
export function createDepartmentLists(db: Db) {
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

  /** Members above a place see what lies there: who stands above only one of the two places wins or loses sight. */
  async function movePreview(caller: Caller, oid: string, parentOID: string): Promise<MovePreview> {
    const moved = await requireDepartment(db, caller, oid);
    const target = await requireDepartment(db, caller, parentOID);
    await requireMovable(db, caller, moved, target);
    const from = await requireDepartment(db, caller, moved.parentOID ?? '');
    const most = limits.department.named;
    const [mass, gain, lose, rolesLost] = await Promise.all([
      massBelow(db, oid),
      peopleIn(
        db,
        target.path.filter((one) => !from.path.includes(one)),
        most,
      ),
      peopleIn(
        db,
        from.path.filter((one) => !target.path.includes(one)),
        most,
      ),
      countStranded(db, oid, target.path),
    ]);
    return {
      oid,
      name: moved.name,
      from: { oid: from.oid, name: from.name },
      to: { oid: target.oid, name: target.name },
      ...mass,
      gain,
      lose,
      rolesLost,
    };
  }

  return {
    children,
    get,
    tree,
    treeWithMembers,
    movePreview,
    query: (caller: Caller, keyword: string) =>
      matchingDepartments(db, caller, keyword, limits.department.matches),
  };
}
