import { roleCalls } from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { serveList } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import { matrixRows } from './matrix-rows.ts';
import type { RoleDeps } from './role.access.ts';
import { createRoleLists } from './role.lists.ts';
import type { RelationChange, RoleMembership } from './role.members.ts';
import { offeredRights, rightsOfRole, roleMatrix } from './role.rights.ts';
import { copyRole, createRoles, saveRole } from './role.save.ts';
import { grantRights } from './role.service.ts';

/** The calls of roles and rights. */
export function createRoleEndpoints(deps: RoleDeps & { membership: RoleMembership }): Endpoint[] {
  const { runtime, audit, membership } = deps;
  const lists = createRoleLists({ db: runtime.db, department: deps.department });
  const roles = createRoles(deps);

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
    return roles.get(roleOID, context);
  };

  return serveList(roleCalls, roles, {
    children: ({ oid }, context) => lists.children(context, oid),
    tree: ({ oid }, context) => lists.tree(context, oid),
    ofMember: ({ userOID }, context) => lists.ofMember(context, userOID ?? context.caller.memberOID),
    forDepartment: ({ groupOID }, context) => lists.forDepartment(context, groupOID),
    save: (request, context) => saveRole(roles, request, context),
    copy: (request, context) => copyRole(deps, roles, request, context),
    async remove({ oid }, context) {
      await roles.remove([oid], context);
      return { ok: true as const };
    },
    resources: ({ roleOID }, context) => rightsOfRole(runtime.db, context, roleOID),
    resourceTree: async ({ oid, type }, context) => offeredRights(context, type ?? 'menu', oid),
    grant: (request, context) => grantRights(deps, roles, request, context),
    addMembers: (request, context) => relate(context, request, 'give'),
    removeMembers: (request, context) => relate(context, request, 'take'),
    members: (request, context) => lists.people(context, 'holders', request),
    candidates: (request, context) => lists.people(context, 'candidates', request),
    matrix: (_, context) => roleMatrix(runtime.db, context),
    async matrixExport(_, context) {
      const rows = matrixRows(await roleMatrix(runtime.db, context), context.language);
      const detail = { rows: rows.length };
      await audit.done(runtime.db, context, 'role.export', detail);
      return tableAnswer('roles', 'csv', rows);
    },
  });
}
