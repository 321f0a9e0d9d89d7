import { roleCalls, type Resource } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import { matrixRows } from './matrix-rows.ts';
import type { RoleDeps } from './role.access.ts';
import { createRoleLists } from './role.lists.ts';
import type { RelationChange, RoleMembership } from './role.members.ts';
import { shownRole } from './role.record.ts';
import { offeredRights, rightsOfRole, roleMatrix } from './role.rights.ts';
import { copyRole, saveRole } from './role.save.ts';
import { grantRights, removeRole, rightsOf } from './role.service.ts';

export interface RoleEndpoints {
  endpoints: Endpoint[];
  /** For the preview of a role: what it grants, null when the caller does not see it or it is a group. */
  rightsOf(caller: Caller, oid: string): Promise<readonly Resource[] | null>;
}

/** The calls of roles and rights. */
export function createRoleEndpoints(deps: RoleDeps & { membership: RoleMembership }): RoleEndpoints {
  const { runtime, audit, membership } = deps;
  const lists = createRoleLists({ db: runtime.db, department: deps.department });

  const relate = async (
    context: CallContext,
    { roleOID, userOIDs }: { roleOID: string; userOIDs: readonly string[] },
    way: 'give' | 'take',
  ) => {
    await runtime.db.transaction().execute(async (trx: DbOrTrx) => {
      const change: RelationChange = await membership[way](trx, context.caller, roleOID, userOIDs);
      const action = way === 'give' ? 'role.addMembers' : 'role.removeMembers';
      await audit.done(trx, context, action, { ...change });
    });
    return shownRole(runtime.db, context, roleOID);
  };

  const endpoints: Endpoint[] = [
    serve(roleCalls.children, ({ oid }, context) => lists.children(context, oid)),
    serve(roleCalls.tree, ({ oid }, context) => lists.tree(context, oid)),
    serve(roleCalls.get, ({ oid }, context) => shownRole(runtime.db, context, oid)),
    serve(roleCalls.ofMember, ({ userOID }, context) =>
      lists.ofMember(context, userOID ?? context.caller.memberOID),
    ),
    serve(roleCalls.forDepartment, ({ groupOID }, context) => lists.forDepartment(context, groupOID)),
    serve(roleCalls.save, (request, context) => saveRole(deps, request, context)),
    serve(roleCalls.copy, (request, context) => copyRole(deps, request, context)),
    serve(roleCalls.remove, async ({ oid }, context) => {
      await removeRole(deps, oid, context);
      return { ok: true as const };
    }),
    serve(roleCalls.resources, ({ roleOID }, context) => rightsOfRole(runtime.db, context, roleOID)),
    serve(roleCalls.resourceTree, async ({ oid, type }, context) =>
      offeredRights(context, type ?? 'menu', oid),
    ),
    serve(roleCalls.grant, (request, context) => grantRights(deps, request, context)),
    serve(roleCalls.addMembers, (request, context) => relate(context, request, 'give')),
    serve(roleCalls.removeMembers, (request, context) => relate(context, request, 'take')),
    serve(roleCalls.members, (request, context) => lists.people(context, 'holders', request)),
    serve(roleCalls.candidates, (request, context) => lists.people(context, 'candidates', request)),
    serve(roleCalls.matrix, (_, context) => roleMatrix(runtime.db, context)),
    serve(roleCalls.matrixExport, async (_, context) => {
      const rows = matrixRows(await roleMatrix(runtime.db, context), context.language);
      const detail = { rows: rows.length };
      await audit.done(runtime.db, context, 'role.export', detail);
      return tableAnswer('roles', 'csv', rows);
    }),
  ];
  return { endpoints, rightsOf: (caller, oid) => rightsOf(runtime.db, caller, oid) };
}
