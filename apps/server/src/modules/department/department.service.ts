import { departmentCalls, limits, type DepartmentRecord, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { createList, serveList, type ListDeps } from '../../platform/list/index.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { requireDepartment, requireMovable, type HeldRoles } from './department.access.ts';
import { contentsOf } from './department.contents.store.ts';
import { createDepartmentLists } from './department.lists.ts';
import { presentDepartment } from './department.record.ts';
import {
  countDepartments,
  departmentList,
  lockDepartment,
  lockTree,
  notifyDocksMoved,
  notifySightLost,
  writePathsBelow,
} from './department.store.ts';

export interface DepartmentDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  department: ListDeps['department'];
  /** Tells every process that a member's rights changed. */
  notifyMemberChanged(trx: DbOrTrx, memberOID: string): Promise<void>;
  /** Roles of a department that stands elsewhere. */
  roles: HeldRoles;
  /** What waits for somebody to join a department that goes. */
  dropInvitations(trx: DbOrTrx, groupOID: string): Promise<void>;
}

type SaveRequest = ParsedRequestOf<typeof departmentCalls.save>;
type Add = Required<Pick<SaveRequest, 'name' | 'parentOID' | 'type'>>;
type Edit = SaveRequest & { oid: string };

const done = { ok: true as const };

/** Departments under one do not share a name, also when both come at once. */
const nameTaken = (): Refusal => new Refusal('nameTaken');

/** What is made, changed and deleted of the tree; changes of one tree wait for each other. */
const createDepartments = (deps: DepartmentDeps) =>
  createList<typeof departmentList, DepartmentRecord, Add, Edit>(
    {
      list: departmentList,
      word: 'department',
      present: (rows, { caller }, db) =>
        Promise.all(rows.map((row) => presentDepartment(db, caller, row.oid))),
      lockFirst: (trx, _oids, { caller }) => lockTree(trx, caller.groupRoot),
      async make(trx, { name, parentOID, type }, { caller }, _at, oid) {
        const { groupRoot } = caller;
        await lockTree(trx, groupRoot);
        const parent = await requireDepartment(trx, caller, parentOID);
        if (parent.path.length >= limits.department.depth)
          throw new Refusal('departmentDepth', { values: { max: limits.department.depth } });
        if ((await countDepartments(trx, groupRoot)) >= limits.department.perOrganisation)
          throw invalidField('name', 'tooMany', { max: limits.department.perOrganisation });
        return {
          values: { groupRoot, parentOID, name, type, path: [...parent.path, oid] },
          detail: { name, parentOID, type },
        };
      },
      taken: nameTaken,
      change(_trx, found, { name, type, parentOID }) {
        // A form sends the parent back as it was; a move has a call of its own, with a preview.
        if (parentOID !== undefined && parentOID !== found.parentOID)
          throw invalidField('parentOID', 'unchangeable');
        return { name, type };
      },
      edited: ({ oid, name, type }, values) => ({ oid, from: { name, type }, ...values }),
      async beforeRemove(trx, rows) {
        for (const { oid, parentOID } of rows) {
          if (parentOID === null) throw new Refusal('departmentRoot');
          await lockDepartment(trx, oid);
          const inTheWay = await contentsOf(trx, oid, limits.department.namedInTheWay);
          if (inTheWay.length > 0) throw new Refusal('departmentNotEmpty', { data: { inTheWay } });
          await deps.dropInvitations(trx, oid);
        }
      },
      // One department is deleted at a time.
      removed: ([one]) => (one ? { oid: one.oid, name: one.name, parentOID: one.parentOID } : {}),
    },
    deps,
  );
type Departments = ReturnType<typeof createDepartments>;

/** Who sees what follows within two seconds: scopes are read from the tree, docks in memory are told. */
async function placeDepartment(
  deps: DepartmentDeps,
  departments: Departments,
  { oid, parentOID }: { oid: string; parentOID: string },
  context: CallContext,
): Promise<void> {
  const { runtime, audit } = deps;
  const { caller } = context;
  await runtime.db.transaction().execute(async (trx) => {
    const [moved] = await departments.lock(trx, [oid], context);
    const target = await requireDepartment(trx, caller, parentOID);
    if (!moved || moved.parentOID === parentOID) return;
    await requireMovable(trx, caller, moved, target);
    await unlessTaken(departments.changeWithin(trx, [moved], { parentOID }, context), nameTaken);
    await writePathsBelow(trx, oid, target.path);
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

/** A department without an oid is new. */
async function saveDepartment(
  departments: Departments,
  { oid, ...request }: SaveRequest,
  context: CallContext,
): Promise<DepartmentRecord> {
  if (oid !== undefined) return departments.edit({ ...request, oid }, context);
  const { name, parentOID = context.caller.groupOID, type = 'department' } = request;
  if (name === undefined) throw invalidField('name', 'required');
  return departments.add({ name, parentOID, type }, context);
}

const { members: _members, moveMembers: _moveMembers, ...calls } = departmentCalls;

/** The calls of the tree. What concerns the members in it is served by their room. */
export function departmentEndpoints(deps: DepartmentDeps): Endpoint[] {
  const { db } = deps.runtime;
  const lists = createDepartmentLists(db, deps.roles);
  const departments = createDepartments(deps);
  return serveList(calls, departments, {
    children: ({ oid }, { caller }) => lists.children(caller, oid),
    get: ({ oid }, { caller }) => lists.get(caller, oid),
    tree: ({ oid }, { caller }) => lists.tree(caller, oid),
    treeWithMembers: ({ oid }, { caller }) => lists.treeWithMembers(caller, oid),
    query: ({ keyword }, { caller }) => lists.query(caller, keyword),
    movePreview: ({ oid, parentOID }, { caller }) => lists.movePreview(caller, oid, parentOID),
    save: (request, context) => saveDepartment(departments, request, context),
    async move(request, context) {
      await placeDepartment(deps, departments, request, context);
      return departments.get(request.oid, context);
    },
    async remove({ oid }, context) {
      await departments.remove([oid], context);
      return done;
    },
    async own(_, { caller }) {
      const { oid, parentOID, name, type } = await requireDepartment(db, caller, caller.groupOID);
      return { oid, parentOID, name, type };
    },
  });
}
