import {
  departmentCalls,
  invitationCalls,
  memberCalls,
  namedMembers,
  resources,
  type RoleRecord,
} from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { createInvitationService, type InvitationDeps } from './invitation.service.ts';
import { phoneOf, rolesGranting } from './member.change.store.ts';
import { createImportService, type GivableRole, type ImportDeps } from './member.import.service.ts';
import type { MemberDeps } from './member.access.ts';
import { saveMember } from './member.save.ts';
import {
  editPhone,
  moveMembers,
  removeMembers,
  removeRole,
  resetPassword,
  setDisplay,
  setEnabled,
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
  return [
    ...memberChanges(deps),
    ...invitations({
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

function memberChanges(deps: MemberDeps): Endpoint[] {
  const { db } = deps.runtime;
  return [
    serve(memberCalls.save, (request, context) => saveMember(deps, request, context)),
    serve(memberCalls.remove, async ({ oids }, context) => {
      await removeMembers(deps, oids, context);
      return done;
    }),
    serve(memberCalls.setEnabled, async (request, context) => {
      await setEnabled(deps, request, context);
      return done;
    }),
    serve(memberCalls.resetPassword, (request, context) => resetPassword(deps, request, context)),
    serve(departmentCalls.moveMembers, async ({ groupOID, userOIDs }, context) => {
      await moveMembers(deps, { groupOID, memberOIDs: userOIDs }, context);
      return done;
    }),
    serve(memberCalls.removeRole, async (request, context) => {
      await removeRole(deps, { memberOIDs: namedMembers(request), roleOID: request.roleOID }, context);
      return done;
    }),
    serve(memberCalls.editPhone, async ({ phone }, context) => {
      await editPhone(deps, phone.trim(), context);
      return { phone: await phoneOf(db, context.caller.memberOID) };
    }),
    serve(memberCalls.displaySet, async (choices, context) => {
      await setDisplay(deps, choices, context);
      return choices;
    }),
    serve(memberCalls.phone, async (_, { caller }) => ({ phone: await phoneOf(db, caller.memberOID) })),
  ];
}

function invitations(deps: InvitationDeps): Endpoint[] {
  const invited = createInvitationService(deps);
  return [
    serve(invitationCalls.query, (request, context) => invited.list(request, context)),
    serve(invitationCalls.add, (request, context) => invited.add(request, context)),
    serve(invitationCalls.remove, async ({ oids }, context) => {
      await invited.remove(oids, context);
      return done;
    }),
    serve(invitationCalls.look, (request, context) => invited.look(request, context)),
    serve(invitationCalls.accept, (request, context) => invited.accept(request, context)),
  ];
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
