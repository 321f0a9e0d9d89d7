import { deviceKinds } from '../device/device-kind.ts';
import { z } from 'zod';
import { oid, recordVersion } from '../shape.ts';

/** leaderCockpit, userCockpit: members land on the large screen of that kind. */
export const departmentTypes = ['department', 'leaderCockpit', 'userCockpit'] as const;
export type DepartmentType = (typeof departmentTypes)[number];

/** A department as other records point at it. */
export const departmentNode = z.object({
  oid,
  parentOID: oid.nullable(),
  name: z.string(),
  type: z.enum(departmentTypes),
});
export type DepartmentNode = z.output<typeof departmentNode>;

/** A department in the tree. Counts are of the department and everything below it. */
export const departmentRecord = departmentNode.extend({
  hasChildren: z.boolean(),
  memberCount: z.number().int(),
  dockCount: z.number().int(),
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type DepartmentRecord = z.output<typeof departmentRecord>;

export const departmentRef = z.object({ oid, name: z.string() });
export type DepartmentRef = z.output<typeof departmentRef>;

/** One department with the way to it, from the caller's own department down, itself included. */
export const placedDepartment = departmentRecord.extend({ path: z.array(departmentRef) });
export type PlacedDepartment = z.output<typeof placedDepartment>;

/** What a search found: the department and the way to it, from the caller's own department down. */
export const departmentMatch = departmentNode.extend({ path: z.array(departmentRef) });
export type DepartmentMatch = z.output<typeof departmentMatch>;

/** People of whom the first are named. */
export const namedPeople = z.object({
  count: z.number().int(),
  list: z.array(z.object({ oid, name: z.string(), groupName: z.string() })),
});

/** What moving a department would do. */
export const movePreview = z.object({
  oid,
  name: z.string(),
  from: departmentRef,
  to: departmentRef,
  /** How much moves along, the department itself included. */
  departments: z.number().int(),
  members: z.number().int(),
  docks: z.number().int(),
  /** Members above the new place who will see it and do not now. */
  gain: namedPeople,
  /** Members above the present place who see it and will not. */
  lose: namedPeople,
  /** Roles of departments that no longer stand above: members who move lose them. */
  rolesLost: z.number().int(),
});
export type MovePreview = z.output<typeof movePreview>;

/** Kinds of things that keep a department from being deleted. */
export const departmentContents = [
  'member',
  'dock',
  ...deviceKinds,
  'department',
  'role',
  'route',
  'task',
] as const;
export type DepartmentContent = (typeof departmentContents)[number];

/** `data.inTheWay` of the refusal `departmentNotEmpty`. */
export const inTheWay = z.array(
  z.object({ kind: z.enum(departmentContents), count: z.number().int(), list: z.array(departmentRef) }),
);
export type InTheWay = z.output<typeof inTheWay>;

/** A node of a tree that holds departments and the members in them. */
export const departmentOrMember = z.object({
  oid,
  parentOID: oid.nullable(),
  name: z.string(),
  type: z.enum([...departmentTypes, 'user']),
});
