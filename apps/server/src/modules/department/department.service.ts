import {
  limits,
  resources,
  type DepartmentRecord,
  type ParsedRequestOf,
  type departmentCalls,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { anyHolds, contentsOf } from './department.contents.store.ts';
import { presentDepartment } from './department.record.ts';
import {
  countDepartments,
  depthBelow,
  insertDepartment,
  lockDepartment,
  lockTree,
  markDepartmentDeleted,
  moveDepartment,
  notifyDocksMoved,
  notifySightLost,
  updateDepartment,
  visibleDepartment,
  type PlacedDepartment,
} from './department.store.ts';

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

export interface DepartmentDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  /** Tells every process that a member's rights changed. */
  notifyMemberChanged(trx: DbOrTrx, memberOID: string): Promise<void>;
  /** Roles of a department that stands elsewhere. */
  roles: HeldRoles;
  /** What waits for somebody to join a department that goes. */
  dropInvitations(trx: DbOrTrx, groupOID: string): Promise<void>;
}

type SaveRequest = ParsedRequestOf<typeof departmentCalls.save>;

/** Departments under one do not share a name, also when both come at once. */
const named = <T>(work: Promise<T>): Promise<T> => unlessTaken(work, () => new Refusal('nameTaken'));

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

async function addDepartment(
  { runtime, audit }: DepartmentDeps,
  request: SaveRequest,
  context: CallContext,
): Promise<string> {
  const { caller } = context;
  const { name, parentOID = caller.groupOID, type = 'department' } = request;
  if (name === undefined) throw invalidField('name', 'required');
  return runtime.db.transaction().execute(async (trx) => {
    await lockTree(trx, caller.groupRoot);
    const parent = await requireDepartment(trx, caller, parentOID);
    if (parent.path.length >= limits.department.depth)
      throw new Refusal('departmentDepth', { values: { max: limits.department.depth } });
    if ((await countDepartments(trx, caller.groupRoot)) >= limits.department.perOrganisation)
      throw invalidField('name', 'tooMany', { max: limits.department.perOrganisation });
    const oid = runtime.newOid();
    await named(insertDepartment(trx, { oid, groupRoot: caller.groupRoot, parentOID, name, type }));
    const detail = { oid, name, parentOID, type };
    await audit.done(trx, context, 'department.add', detail);
    return oid;
  });
}

async function editDepartment(
  { runtime, audit }: DepartmentDeps,
  oid: string,
  request: SaveRequest,
  context: CallContext,
): Promise<void> {
  const { name, type, parentOID } = request;
  await runtime.db.transaction().execute(async (trx) => {
    await lockTree(trx, context.caller.groupRoot);
    const found = await requireDepartment(trx, context.caller, oid);
    // A form sends the parent back as it was; a move has a call of its own, with a preview.
    if (parentOID !== undefined && parentOID !== found.parentOID)
      throw invalidField('parentOID', 'unchangeable');
    const change = { ...(name === undefined ? {} : { name }), ...(type === undefined ? {} : { type }) };
    await named(updateDepartment(trx, oid, change));
    const detail = { oid, from: { name: found.name, type: found.type }, ...change };
    await audit.done(trx, context, 'department.edit', detail);
  });
}

async function removeDepartment(deps: DepartmentDeps, oid: string, context: CallContext): Promise<void> {
  const { runtime, audit } = deps;
  const { caller } = context;
  await runtime.db.transaction().execute(async (trx) => {
    await lockTree(trx, caller.groupRoot);
    const found = await requireDepartment(trx, caller, oid);
    if (found.parentOID === null) throw new Refusal('departmentRoot');
    await lockDepartment(trx, oid);
    const inTheWay = await contentsOf(trx, oid, limits.department.namedInTheWay);
    if (inTheWay.length > 0) throw new Refusal('departmentNotEmpty', { data: { inTheWay } });
    await deps.dropInvitations(trx, oid);
    await markDepartmentDeleted(trx, oid, new Date(runtime.serverTime()));
    const detail = { oid, name: found.name, parentOID: found.parentOID };
    await audit.done(trx, context, 'department.delete', detail);
  });
}

/** Who sees what follows within two seconds: scopes are read from the tree, docks in memory are told. */
async function placeDepartment(
  deps: DepartmentDeps,
  { oid, parentOID }: { oid: string; parentOID: string },
  context: CallContext,
): Promise<void> {
  const { runtime, audit } = deps;
  const { caller } = context;
  await runtime.db.transaction().execute(async (trx) => {
    await lockTree(trx, caller.groupRoot);
    const moved = await requireDepartment(trx, caller, oid);
    const target = await requireDepartment(trx, caller, parentOID);
    if (moved.parentOID === parentOID) return;
    await requireMovable(trx, caller, moved, target);
    await named(moveDepartment(trx, oid, parentOID));
    const lost = await deps.roles.deleteStranded(trx, oid, target.path);
    await deps.roles.leaveRoleGroups(trx, oid, target.path);
    for (const member of new Set(lost.map((one) => one.memberOID)))
      await deps.notifyMemberChanged(trx, member);
    await notifyDocksMoved(trx, oid);
    await notifySightLost(
      trx,
      moved.path.filter((one) => one !== oid && !target.path.includes(one)),
    );
    const detail = { oid, name: moved.name, from: moved.parentOID, to: parentOID, rolesLost: lost.length };
    await audit.done(trx, context, 'department.move', detail);
  });
}

export const createDepartmentService = (deps: DepartmentDeps) => ({
  /** A department without an oid is new. */
  async save(request: SaveRequest, context: CallContext): Promise<DepartmentRecord> {
    const { oid = await addDepartment(deps, request, context) } = request;
    if (request.oid !== undefined) await editDepartment(deps, oid, request, context);
    return presentDepartment(deps.runtime.db, context.caller, oid);
  },
  remove: (oid: string, context: CallContext) => removeDepartment(deps, oid, context),
  async move(request: { oid: string; parentOID: string }, context: CallContext): Promise<DepartmentRecord> {
    await placeDepartment(deps, request, context);
    return presentDepartment(deps.runtime.db, context.caller, request.oid);
  },
});
export type DepartmentService = ReturnType<typeof createDepartmentService>;
