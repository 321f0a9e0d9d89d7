import { z } from 'zod';
import { resources } from '../permission/resources.ts';
import { oid, recordVersion, sentInstant } from '../shape.ts';
import { firstRoleKeys } from './first-roles.ts';

/** group: only holds roles. menu: grants pages and actions. inspection: grants functions of the inspection app. */
export const roleTypes = ['group', 'menu', 'inspection'] as const;
export type RoleType = (typeof roleTypes)[number];

export const roleRecord = z.object({
  oid,
  /** The group it stands in. */
  parentOID: oid.nullable(),
  /** Department: members of it and of those below can hold the role. */
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  /** A first role that nobody renamed is named in the caller's language. */
  name: z.string(),
  type: z.enum(roleTypes),
  firstKey: z.enum(firstRoleKeys).nullable(),
  /** Name and rights cannot change. */
  fixed: z.boolean(),
  /** The caller holds it. */
  held: z.boolean(),
  remark: z.string(),
  /** Members within the caller's scope who hold it. */
  memberCount: z.number().int(),
  /** Rights it grants. */
  resourceCount: z.number().int(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type RoleRecord = z.output<typeof roleRecord>;

/** A member as the list of a role shows them. */
export const roleMember = z.object({
  oid,
  account: z.string(),
  name: z.string(),
  groupOID: oid,
  groupName: z.string(),
  enabled: z.boolean(),
  allowed: z.array(z.string()),
});
export type RoleMember = z.output<typeof roleMember>;

/** A node of the tree of rights: a heading, a page or an action. */
export const permissionNode = z.object({
  /** The resource, or `group:…` of a heading. */
  oid: z.string(),
  parentOID: z.string().nullable(),
  name: z.string(),
  URL: z.string(),
  type: z.enum(['group', 'menu', 'scene']),
  /** The caller holds it and so may grant it. */
  grantable: z.boolean(),
});
export type PermissionNode = z.output<typeof permissionNode>;

export const roleMatrix = z.object({
  roles: z.array(roleRecord),
  /** Rights of the menu and inspection roles above, by role. */
  granted: z.array(z.object({ roleOID: oid, resourceOIDs: z.array(z.enum(resources)) })),
});
export type RoleMatrix = z.output<typeof roleMatrix>;

/** Built in, its rights decide who can repair the organisation. */
export const isFixedRole = (firstKey: string | null): boolean =>
  firstKey === 'administrator' || firstKey === 'service';
