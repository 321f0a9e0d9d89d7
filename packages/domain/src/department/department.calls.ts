import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { memberRecord } from '../member/member.ts';
import { byOid, done, empty, listOf, oid, optionalText, pageShape, text } from '../shape.ts';
import {
  departmentMatch,
  departmentNode,
  departmentOrMember,
  departmentRecord,
  departmentTypes,
  movePreview,
  placedDepartment,
} from './department.ts';

const readers = ['/OrganizationStructure', '/RoleManagement'] as const;
const editors = ['department:edit'] as const;

/** The tree of departments and the members in it. */
export const departmentCalls = {
  children: call({
    method: 'POST',
    path: '/admisAuth/userGroup/gainNextUserGroup.rest',
    effect: 'reads',
    summary:
      'Departments right below one; without `oid`, the own department, which is the top of what is seen',
    permission: readers,
    request: z.object({ oid: oid.optional() }),
    response: z.array(departmentRecord),
  }),
  tree: call({
    method: 'POST',
    path: '/admisAuth/userGroup/gainAllUserGroupByParentOID.rest',
    effect: 'reads',
    summary: `A department and all below it, parents before children; at most ${limits.department.treeMost}, beyond 413`,
    permission: readers,
    request: z.object({ oid: oid.optional() }),
    response: z.array(departmentNode),
  }),
  treeWithMembers: call({
    method: 'POST',
    path: '/admisAuth/userGroup/gainAllUserGroupAndAllUserByParentOID.rest',
    effect: 'reads',
    summary: `The same with the members of each, at most ${limits.department.treeMembersMost}, beyond 413`,
    permission: readers,
    request: z.object({ oid: oid.optional() }),
    response: z.array(departmentOrMember),
  }),
  query: call({
    method: 'POST',
    path: '/admisAuth/userGroup/query.rest',
    effect: 'reads',
    summary: `Departments whose name has the keyword, with the way to each; the first ${limits.department.matches}`,
    permission: readers,
    request: z.object({ keyword: text(64) }),
    response: z.object({ list: z.array(departmentMatch), total: z.number().int() }),
  }),
  get: call({
    method: 'GET',
    path: '/admisAuth/userGroup/get.rest',
    effect: 'reads',
    summary: 'One department with the way to it',
    permission: readers,
    request: byOid,
    response: placedDepartment,
  }),
  members: call({
    method: 'POST',
    path: '/admisAuth/userGroup/gainUserForUserGroup.rest',
    effect: 'reads',
    summary: 'Members of a department, with `below` also of those below it',
    permission: readers,
    request: z.object({
      ...pageShape,
      oid: oid.optional(),
      below: z.boolean().default(false),
      keyword: optionalText(64).optional(),
      enabled: z.boolean().optional(),
      roleOID: oid.optional(),
    }),
    response: listOf(memberRecord),
  }),
  save: call({
    method: 'POST',
    path: '/admisAuth/userGroup/bindingUserGroup.rest',
    effect: 'changes',
    audit: ['department.add', 'department.edit'],
    summary: 'Make a department below another (name and parentOID); with `oid`, change its name or type',
    permission: editors,
    request: z.object({
      oid: oid.optional(),
      parentOID: oid.optional(),
      name: text(limits.department.nameMax).optional(),
      type: z.enum(departmentTypes).optional(),
    }),
    response: departmentRecord,
  }),
  remove: call({
    method: 'POST',
    path: '/admisAuth/userGroup/deleteUserGroup.rest',
    effect: 'changes',
    audit: 'department.delete',
    summary: 'Delete an empty department; refused with what is in the way in `data.inTheWay`',
    permission: editors,
    request: byOid,
    response: done,
  }),
  movePreview: call({
    method: 'POST',
    path: '/admisAuth/userGroup/queryMove.rest',
    effect: 'reads',
    summary: 'What moving a department below another one would do, and who would see more or less',
    permission: editors,
    request: z.object({ oid, parentOID: oid }),
    response: movePreview,
  }),
  move: call({
    method: 'POST',
    path: '/admisAuth/userGroup/move.rest',
    effect: 'changes',
    audit: 'department.move',
    summary: 'Move a department with everything in it below another one',
    permission: editors,
    request: z.object({ oid, parentOID: oid }),
    response: departmentRecord,
  }),
  moveMembers: call({
    method: 'POST',
    path: '/admisAuth/userGroup/saveUserGroupAndUserRelation.rest',
    effect: 'changes',
    audit: 'member.move',
    summary: 'Move members into a department, all or none; roles that do not reach there are taken from them',
    permission: ['member:edit'],
    request: z.object({ groupOID: oid, userOIDs: z.array(oid).min(1).max(limits.member.atOnce) }),
    response: done,
  }),
  own: call({
    method: 'GET',
    path: '/admisAuth/dept/getUserDep.rest',
    effect: 'reads',
    summary: 'The own department',
    permission: 'session',
    request: empty,
    response: departmentNode,
  }),
};
