import { z } from 'zod';
import { limits } from '../limits.ts';
import { oid, sentInstant } from '../shape.ts';

/** Columns of the spreadsheet with which members come in, in the order of the template. */
export const importColumns = ['account', 'name', 'phone', 'department', 'roles', 'validUntil'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** What stands between the names of departments on the way to one, and between the names of roles. */
export const pathSeparator = '/';
export const roleSeparator = /[;；,，、\n]/;

/** A row that can be written. */
export const importMember = z.object({
  account: z.string().max(limits.member.accountMax),
  name: z.string().max(limits.member.nameMax),
  phone: z.string().max(limits.member.phoneMax),
  groupOID: oid,
  roleOIDs: z.array(oid).max(limits.member.rolesMost),
  validUntil: sentInstant.nullable(),
});
export type ImportMember = z.output<typeof importMember>;

/** A row of the spreadsheet with what is wrong with it; `member` where nothing is. */
export const importRow = z.object({
  /** Line of the file, the heading being 1. */
  line: z.number().int(),
  cells: z.record(z.enum(importColumns), z.string()),
  issues: z.array(z.object({ column: z.enum(importColumns), message: z.string() })),
  member: importMember.nullable(),
});
export type ImportRow = z.output<typeof importRow>;
