import { departmentCalls, memberCalls, namedMembers, resources, type RoleRecord } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { serveList, type OwnCalls } from '../../platform/list/index.ts';
import { invitationEndpoints, type InvitationDeps } from './invitation.service.ts';
import { phoneOf, rolesGranting } from './member.change.store.ts';
import { createImportService, type GivableRole, type ImportDeps } from './member.import.service.ts';
import type { MemberDeps } from './member.access.ts';
import { createMembers, saveMember, type Members } from './member.save.ts';
import {
  changePhone,
  enableMembers,
  moveMembers,
  renewPassword,
  setDisplay,
  takeRole,
} from './member.service.ts';

const done = { ok: true as const };

export interface MemberAdministrationDeps
  extends MemberDeps, Omit<InvitationDeps, 'requireGivable'>, Omit<ImportDeps, 'rolesFor'> {
  roles: {
    /** Every role and group that the caller sees. */
    tree(context: CallContext): Promise<RoleRecord[]>;
    ofMember(context: CallContext, memberOID: string): Promise<RoleRecord[]>;
    /** Those that members of a department can hold. */
    forDepartment(context: CallContext, groupOID: string): Promise<RoleRecord[]>;
  };
}

/** Calls that change members, invite them, and take them from a spreadsheet. */
export function memberAdministration(deps: MemberAdministrationDeps): Endpoint[] {
  const { roles } = deps;
  /** Nobody gives what they do not have. */
  const givable = async (context: CallContext, found: readonly RoleRecord[]): Promise<GivableRole[]> => {
    const people = found.filter((role) => role.type !== 'group');
    const lacking = resources.filter((one) => !context.caller.resources.has(one));
    const beyond = await rolesGranting(
      deps.runtime.db,
      people.map((role) => role.oid),
      lacking,
    );
    return people.map(({ oid, parentOID, name, type, groupOID }) => ({
      oid,
      parentOID,
      name,
      type,
      groupOID,
      grantable: !beyond.has(oid),
    }));
  };
  const rolesFor = async (context: CallContext) => givable(context, await roles.tree(context));
  const members = createMembers(deps);
  return [
    ...serveList(calls, members, memberChanges(deps, members)),
    serve(departmentCalls.moveMembers, async ({ groupOID, userOIDs }, context) => {
      await moveMembers(deps, members, { groupOID, memberOIDs: userOIDs }, context);
      return done;
    }),
    ...invitationEndpoints({
      ...deps,
      async requireGivable(context, groupOID, roleOIDs) {
        const found = await givable(context, await roles.forDepartment(context, groupOID));
        for (const wanted of roleOIDs) {
          const role = found.find((one) => one.oid === wanted);
          if (!role) throw notFound();
          if (!role.grantable) throw new Refusal('grantBeyondOwn', { values: { permission: role.name } });
        }
      },
    }),
    ...imports({ ...deps, rolesFor }),
    serve(memberCalls.roles, async ({ userOID }, context) =>
      (await roles.ofMember(context, userOID)).map(({ oid, parentOID, name, type }) => ({
        oid,
        parentOID,
        name,
        type,
      })),
    ),
    serve(memberCalls.grantableRoles, async (_, context) =>
      (await rolesFor(context))
        .filter((role) => role.grantable)
        .map(({ grantable: _grantable, ...role }) => role),
    ),
  ];
}

const { save, history, remove, setEnabled, resetPassword, removeRole } = memberCalls;
const { editPhone, displaySet, phone } = memberCalls;
const calls = { save, history, remove, setEnabled, resetPassword, removeRole, editPhone, displaySet, phone };

/** What is done with members beside what every list does. */
function memberChanges(deps: MemberDeps, members: Members): OwnCalls<typeof calls> {
  const { db } = deps.runtime;
  return {
    save: (request, context) => saveMember(deps, members, request, context),
    async setEnabled(request, context) {
      await enableMembers(deps, members, request, context);
      return done;
    },
    resetPassword: (request, context) => renewPassword(deps, members, request, context),
    async removeRole(request, context) {
      const memberOIDs = namedMembers(request);
      await takeRole(deps, members, { memberOIDs, roleOID: request.roleOID }, context);
      return done;
    },
    async editPhone({ phone: given }, context) {
      await changePhone(deps, members, given.trim(), context);
      return { phone: await phoneOf(db, context.caller.memberOID) };
    },
    async displaySet(choices, context) {
      await setDisplay(deps, choices, context);
      return choices;
    },
    phone: async (_, { caller }) => ({ phone: await phoneOf(db, caller.memberOID) }),
  };
}

function imports(deps: ImportDeps): Endpoint[] {
  const imported = createImportService(deps);
  return [
    serve(memberCalls.importTemplate, async (_, context) => imported.template(context)),
    serve(memberCalls.importPreview, (request, context) => imported.preview(request, context)),
    serve(memberCalls.importPasswords, ({ accounts }, { caller }) =>
      imported.firstPasswords(accounts, caller),
    ),
    serve(memberCalls.importWrite, async ({ rows }, context) => ({
      count: await imported.write(rows, context),
    })),
  ];
}
