import { z } from 'zod';
import { call } from '../call.ts';
import { historyCall } from '../history.ts';
import { limits } from '../limits.ts';
import { secret } from '../secret.ts';
import { done, empty, instant, listOf, oid, optionalText, rawText, recordVersion, text } from '../shape.ts';
import { tableRefusals, tableTypes } from '../table.ts';
import { displayChoices } from './display.shape.ts';
import { importMember, importRow } from './member-import.ts';
import { memberRecord, roleNode, savedMember } from './member.ts';

export const resourceNode = z.object({
  oid: z.string(),
  parentOID: z.string().nullable(),
  name: z.string(),
  URL: z.string(),
  type: z.enum(['menu', 'scene']),
});
export const userGroup = z.object({
  oid,
  parentOID: oid.nullable(),
  name: z.string(),
  type: z.enum(['department', 'leaderCockpit', 'userCockpit']),
});

/** Passwords are only measured here; the rule of each form is checked where one is set. */
const passwordText = secret(rawText(128, 1));

const readers = ['/OrganizationStructure', '/RoleManagement'] as const;
const editors = ['member:edit'] as const;
/** The query of a GET is text; this one counts from 1. */
const counted = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .transform(Number);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const members = z.array(oid).min(1).max(limits.member.atOnce);
/** Empty: unchanged, or for a new member one that the server makes up. Measured only; the rule stands elsewhere. */
const newPassword = secret(rawText(128)).optional();

/** Of what changes somebody's rights. */
const rightsRefusals = ['lastAdministrator', 'ownRights', 'superior'] as const;
/** Of what makes a member with roles. */
const memberRefusals = ['accountTaken', 'grantBeyondOwn', 'roleElsewhere', 'tooManyRequests'] as const;
const importRefusals = [...tableRefusals, ...memberRefusals, 'superior'] as const;

export const memberCalls = {
  changePassword: call({
    method: 'POST',
    path: '/nebula-five/user/userChangeSelfPassword.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'member.changePassword',
    refuses: ['passwordCommon', 'passwordReused', 'passwordsDiffer', 'tooManyRequests'],
    summary: 'Change the own password; ends every other session',
    permission: 'session',
    whileMustChange: true,
    request: z.object({
      oldPassword: passwordText,
      newPassword: passwordText,
      confirmPassword: passwordText,
    }),
    response: done,
  }),
  resources: call({
    method: 'POST',
    path: '/admisAuth/user/gainResourceByUserOID.rest',
    effect: 'reads',
    summary: 'Menu or scene resources of a member',
    permission: 'session',
    request: z.object({ userOID: oid, type: z.enum(['menu', 'scene']) }),
    response: z.array(resourceNode),
  }),
  userGroups: call({
    method: 'POST',
    path: '/admisAuth/user/gainUserGroupForUser.rest',
    effect: 'reads',
    summary: 'Departments of a member, the own one first',
    permission: 'session',
    request: z.object({ userOID: oid }),
    response: z.array(userGroup),
  }),
  roleMenuAndScene: call({
    method: 'GET',
    path: '/admisAuth/getRoleMenuAndRoleSceneInfo.rest',
    effect: 'reads',
    summary: 'Menu and scene resources of the caller',
    permission: 'session',
    request: empty,
    response: z.object({ menu: z.array(resourceNode), scene: z.array(resourceNode) }),
  }),
  query: call({
    method: 'GET',
    path: '/nebula-five/user/query.rest',
    effect: 'reads',
    summary: 'Members of the own department and below',
    permission: readers,
    request: z.object({
      keyword: optionalText(64).optional(),
      groupOID: oid.optional(),
      enabled: flag.optional(),
      pageNum: counted.optional(),
      pageSize: counted.pipe(z.number().max(limits.list.pageSizeMax)).optional(),
    }),
    response: listOf(memberRecord),
  }),
  grantableRoles: call({
    method: 'GET',
    path: '/nebula-five/user/roleQuery.rest',
    effect: 'reads',
    summary: 'Roles that the caller may give to members',
    permission: readers,
    request: empty,
    response: z.array(roleNode.extend({ groupOID: oid })),
  }),
  roles: call({
    method: 'POST',
    path: '/admisAuth/user/gainRoleByUserOID.rest',
    effect: 'reads',
    summary: 'Roles of a member',
    permission: 'session',
    request: z.object({ userOID: oid }),
    response: z.array(roleNode),
  }),
  save: call({
    method: 'POST',
    path: '/admisAuth/user/bindingUserAndAddUserGroupAndUserRelation.rest',
    effect: 'changes',
    audit: ['member.add', 'member.edit'],
    refuses: [...rightsRefusals, ...memberRefusals, 'designatePerson', 'passwordCommon', 'roleGroupAsPerson'],
    summary:
      'Make a member (account, name, groupOID); with `oid`, change one. An empty password: made up for a new member and told once, else unchanged',
    permission: editors,
    request: z.object({
      oid: oid.optional(),
      version: recordVersion.optional(),
      groupOID: oid.optional(),
      roleOIDs: z.array(oid).max(limits.member.rolesMost).optional(),
      account: text(limits.member.accountMax).optional(),
      name: text(limits.member.nameMax).optional(),
      phone: optionalText(limits.member.phoneMax).optional(),
      password: newPassword,
      validUntil: instant.nullable().optional(),
    }),
    response: savedMember,
  }),
  history: historyCall('/admisAuth/user/queryHistory.rest', 'a member', readers),
  remove: call({
    method: 'POST',
    path: '/admisAuth/user/deleteUser.rest',
    effect: 'changes',
    audit: 'member.delete',
    refuses: rightsRefusals,
    summary: 'Delete members, all or none: their sessions end, their account names are free again',
    permission: editors,
    request: z.object({ oids: members }),
    response: done,
  }),
  setEnabled: call({
    method: 'POST',
    path: '/admisAuth/user/setEnabled.rest',
    effect: 'changes',
    audit: ['member.enable', 'member.disable'],
    refuses: rightsRefusals,
    summary: 'Enable or disable members, all or none; disabling ends their sessions and what they control',
    permission: editors,
    request: z.object({ oids: members, enabled: z.boolean() }),
    response: done,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/admisAuth/user/resetPassword.rest',
    effect: 'changes',
    audit: 'member.resetPassword',
    refuses: [...rightsRefusals, 'tooManyRequests'],
    summary: 'Give a member a password for one sign-in: the given one, else one made up and told once',
    permission: editors,
    request: z.object({ oid, password: newPassword }),
    response: z.object({ initialPassword: z.string().optional() }),
  }),
  removeRole: call({
    method: 'POST',
    path: '/admisAuth/user/deleteUserAndRoleRelationByUserAndRole.rest',
    effect: 'changes',
    audit: 'member.removeRole',
    refuses: [...rightsRefusals, 'noMembersSelected', 'roleFixed'],
    summary: 'Take one role from a member (userOID) or from several (userOIDs), all or none',
    permission: ['role:edit', 'member:edit'],
    request: z
      .object({ roleOID: oid, userOID: oid.optional(), userOIDs: members.optional() })
      .refine(({ userOID, userOIDs }) => (userOID === undefined) !== (userOIDs === undefined), {
        path: ['userOIDs'],
      }),
    response: done,
  }),
  editPhone: call({
    method: 'POST',
    path: '/nebula-five/user/editPhone.rest',
    effect: 'changes',
    audit: 'member.editPhone',
    summary: 'Change the own phone number; empty: none',
    permission: 'session',
    request: z.object({ phone: optionalText(limits.member.phoneMax) }),
    response: z.object({ phone: z.string() }),
  }),
  phone: call({
    method: 'GET',
    path: '/nebula-five/user/getPhone.rest',
    effect: 'reads',
    summary: 'The own phone number',
    permission: 'session',
    request: empty,
    response: z.object({ phone: z.string() }),
  }),
  displaySet: call({
    method: 'POST',
    path: '/nebula-five/user/displaySet.rest',
    effect: 'changes',
    audit: 'member.displaySet',
    summary: 'Choose time zone, units and digits in which the caller reads times and figures',
    permission: 'session',
    request: displayChoices,
    response: displayChoices,
  }),
  importTemplate: call({
    method: 'GET',
    path: '/admisAuth/user/getImportTemplate.rest',
    effect: 'reads',
    summary: 'Spreadsheet with the headings that an import of members understands',
    permission: editors,
    request: empty,
    response: z.unknown(),
    bytes: tableTypes.xlsx,
  }),
  importPreview: call({
    method: 'POST',
    path: '/admisAuth/user/importPreview.rest',
    effect: 'reads',
    refuses: importRefusals,
    summary:
      'Read a spreadsheet of members and say row by row what is wrong; writes nothing. Rows without a department go to groupOID',
    permission: editors,
    request: z.object({ groupOID: oid.optional() }),
    response: z.object({ rows: z.array(importRow), good: z.number().int() }),
    upload: { maxBytes: limits.member.importBytes },
  }),
  importPasswords: call({
    method: 'POST',
    path: '/admisAuth/user/importPasswords.rest',
    effect: 'changes',
    audit: { none: 'makes up words, stores none' },
    refuses: importRefusals,
    summary: 'First passwords for an import: each told once, and sealed for the writing',
    permission: editors,
    request: z.object({
      accounts: z.array(text(limits.member.accountMax)).min(1).max(limits.member.importPasswordsAtOnce),
    }),
    response: z.array(z.object({ account: z.string(), password: z.string(), sealed: z.string() })),
  }),
  importWrite: call({
    method: 'POST',
    path: '/admisAuth/user/import.rest',
    effect: 'changes',
    audit: 'member.import',
    refuses: [...importRefusals, 'sealExpired'],
    summary: 'Write the members of a checked spreadsheet, all or none',
    permission: editors,
    request: z.object({
      rows: z
        .array(
          importMember.extend({
            account: text(limits.member.accountMax),
            name: text(limits.member.nameMax),
            phone: optionalText(limits.member.phoneMax),
            validUntil: instant.nullable(),
            sealed: rawText(600),
          }),
        )
        .min(1)
        .max(limits.member.importRows),
    }),
    response: z.object({ count: z.number().int() }),
  }),
};
