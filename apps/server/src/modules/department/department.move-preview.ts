import { limits, type MovePreview } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Db } from '../../platform/runtime.ts';
import { massBelow, peopleIn } from './department.contents.store.ts';
import { requireDepartment, requireMovable, type HeldRoles } from './department.access.ts';

/**
 * What moving a department would change, and for whom. Members above a place see what lies there: who stands above
 * only one of the two places wins or loses sight.
 */
export async function movePreview(
  db: Db,
  roles: HeldRoles,
  caller: Caller,
  oid: string,
  parentOID: string,
): Promise<MovePreview> {
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
    roles.countStranded(db, oid, target.path),
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
