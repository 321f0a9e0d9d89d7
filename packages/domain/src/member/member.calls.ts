import { z } from 'zod';
import { call } from '../call.ts';
import { done, empty, oid } from '../shape.ts';

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
const passwordText = z.string().min(1).max(128);

export const memberCalls = {
  changePassword: call({
    method: 'POST',
    path: '/nebula-five/user/userChangeSelfPassword.rest',
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
    summary: 'Menu or scene resources of a member',
    permission: 'session',
    request: z.object({ userOID: oid, type: z.enum(['menu', 'scene']) }),
    response: z.array(resourceNode),
  }),
  userGroups: call({
    method: 'POST',
    path: '/admisAuth/user/gainUserGroupForUser.rest',
    summary: 'Departments of a member, the own one first',
    permission: 'session',
    request: z.object({ userOID: oid }),
    response: z.array(userGroup),
  }),
  roleMenuAndScene: call({
    method: 'GET',
    path: '/admisAuth/getRoleMenuAndRoleSceneInfo.rest',
    summary: 'Menu and scene resources of the caller',
    permission: 'session',
    request: empty,
    response: z.object({ menu: z.array(resourceNode), scene: z.array(resourceNode) }),
  }),
};
