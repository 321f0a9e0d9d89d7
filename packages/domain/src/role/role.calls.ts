import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { resources } from '../permission/resources.ts';
import { byOid, done, empty, listOf, oid, optionalText, pageShape, text } from '../shape.ts';
import { permissionNode, roleMatrix, roleMember, roleRecord, roleTypes } from './role.ts';

const readers = ['/RoleManagement', '/OrganizationStructure'] as const;
const editors = ['role:edit'] as const;
const people = z.array(oid).max(limits.role.membersAtOnce);
const relation = z.object({ roleOID: oid, userOIDs: people });
const peoplePage = z.object({
  ...pageShape,
  roleOID: oid,
  keyword: optionalText(64).optional(),
  groupOID: oid.optional(),
});

/** Roles and the tree of rights. */
export const roleCalls = {
  children: call({
    method: 'POST',
    path: '/admisAuth/role/gainRoleByParentOID.rest',
    summary: 'Roles of one group; without a group, the groups and roles that stand at the top',
    permission: readers,
    request: z.object({ oid: oid.optional() }),
    response: z.array(roleRecord),
  }),
  tree: call({
    method: 'POST',
    path: '/admisAuth/role/gainAllRoleGroupAndAllRoleByParentOID.rest',
    summary: 'All groups and roles; with a group, that group and its roles',
    permission: readers,
    request: z.object({ oid: oid.optional() }),
    response: z.array(roleRecord),
  }),
  get: call({
    method: 'POST',
    path: '/admisAuth/role/gainRoleByOID.rest',
    summary: 'One role or group',
    permission: readers,
    request: byOid,
    response: roleRecord,
  }),
  ofMember: call({
    method: 'GET',
    path: '/admisAuth/role/queryUserRole.rest',
    summary: 'Roles of a member; without one, the own roles',
    permission: 'session',
    request: z.object({ userOID: oid.optional() }),
    response: z.array(roleRecord),
  }),
  forDepartment: call({
    method: 'POST',
    path: '/admisAuth/role/queryUserRoleByDept.rest',
    summary: 'Roles that members of a department can hold: those of the department and of the ones above it',
    permission: readers,
    request: z.object({ groupOID: oid }),
    response: z.array(roleRecord),
  }),
  save: call({
    method: 'POST',
    path: '/admisAuth/role/saveRoleLeaf.rest',
    summary:
      'Make a role or a group (name and type); with `oid`, rename it, move it to a group, change its remark',
    permission: editors,
    request: z.object({
      oid: oid.optional(),
      name: text(limits.role.nameMax).optional(),
      type: z.enum(roleTypes).optional(),
      parentOID: oid.nullable().optional(),
      groupOID: oid.optional(),
      remark: optionalText(300).optional(),
    }),
    response: roleRecord,
  }),
  copy: call({
    method: 'POST',
    path: '/admisAuth/role/copy.rest',
    summary: 'Make a role with the same rights under another name; it has no members',
    permission: editors,
    request: z.object({ oid, name: text(limits.role.nameMax) }),
    response: roleRecord,
  }),
  remove: call({
    method: 'POST',
    path: '/admisAuth/role/deleteRoleLeaf.rest',
    summary: 'Delete a role that nobody holds, or a group without roles',
    permission: editors,
    request: byOid,
    response: done,
  }),
  resources: call({
    method: 'POST',
    path: '/admisAuth/role/gainResourceByRoleOID.rest',
    summary: 'What a role grants',
    permission: readers,
    request: z.object({ roleOID: oid }),
    response: z.array(permissionNode),
  }),
  resourceTree: call({
    method: 'POST',
    path: '/admisAuth/resource/gainResourceByParentOID.rest',
    summary: 'What can be granted: headings, pages and actions as one list; with `oid`, what stands under it',
    permission: readers,
    request: z.object({ oid: text(64).optional(), type: z.enum(['menu', 'inspection']).optional() }),
    response: z.array(permissionNode),
  }),
  grant: call({
    method: 'POST',
    path: '/admisAuth/resource/saveRoleAndResourceRelation.rest',
    summary: 'Set what a role grants; `before`: what it granted when it was read, else 409',
    permission: editors,
    request: z.object({
      roleOID: oid,
      resourceOIDs: z.array(z.enum(resources)).max(resources.length),
      before: z.array(z.enum(resources)).max(resources.length).optional(),
    }),
    response: roleRecord,
  }),
  addMembers: call({
    method: 'POST',
    path: '/admisAuth/role/saveUserAndRoleRelation.rest',
    summary: 'Give a role to members, all or none',
    permission: editors,
    request: relation,
    response: roleRecord,
  }),
  removeMembers: call({
    method: 'POST',
    path: '/admisAuth/role/removeMembers.rest',
    summary: 'Take a role from members, all or none',
    permission: editors,
    request: relation,
    response: roleRecord,
  }),
  members: call({
    method: 'POST',
    path: '/admisAuth/role/queryMembers.rest',
    summary: 'Members who hold a role, of the own department and below',
    permission: readers,
    request: peoplePage,
    response: listOf(roleMember),
  }),
  candidates: call({
    method: 'POST',
    path: '/admisAuth/role/queryCandidates.rest',
    summary: 'Members who can be given a role and do not hold it yet',
    permission: editors,
    request: peoplePage,
    response: listOf(roleMember),
  }),
  matrix: call({
    method: 'POST',
    path: '/admisAuth/role/queryMatrix.rest',
    summary: 'All roles with what each grants, for one table',
    permission: readers,
    request: empty,
    response: roleMatrix,
  }),
  matrixExport: call({
    method: 'GET',
    path: '/admisAuth/role/exportMatrix.rest',
    summary: 'The same table as a CSV file, in the language of the call',
    permission: readers,
    request: empty,
    response: z.unknown(),
    bytes: 'text/csv',
  }),
};
