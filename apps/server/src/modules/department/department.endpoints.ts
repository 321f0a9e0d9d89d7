import { departmentCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { createDepartmentLists } from './department.lists.ts';
import { createDepartmentService, requireDepartment, type DepartmentDeps } from './department.service.ts';

/** The calls of the tree. What concerns the members in it is served by their room. */
export function departmentEndpoints(deps: DepartmentDeps): Endpoint[] {
  const { db } = deps.runtime;
  const lists = createDepartmentLists(db, deps.roles);
  const departments = createDepartmentService(deps);
  return [
    serve(departmentCalls.children, ({ oid }, { caller }) => lists.children(caller, oid)),
    serve(departmentCalls.get, ({ oid }, { caller }) => lists.get(caller, oid)),
    serve(departmentCalls.tree, ({ oid }, { caller }) => lists.tree(caller, oid)),
    serve(departmentCalls.treeWithMembers, ({ oid }, { caller }) => lists.treeWithMembers(caller, oid)),
    serve(departmentCalls.query, ({ keyword }, { caller }) => lists.query(caller, keyword)),
    serve(departmentCalls.movePreview, ({ oid, parentOID }, { caller }) =>
      lists.movePreview(caller, oid, parentOID),
    ),
    serve(departmentCalls.save, (request, context) => departments.save(request, context)),
    serve(departmentCalls.move, (request, context) => departments.move(request, context)),
    serve(departmentCalls.remove, async ({ oid }, context) => {
      await departments.remove(oid, context);
      return { ok: true as const };
    }),
    serve(departmentCalls.own, async (_, { caller }) => {
      const { oid, parentOID, name, type } = await requireDepartment(db, caller, caller.groupOID);
      return { oid, parentOID, name, type };
    }),
  ];
}
