import { z } from 'zod';
import { roleTypes } from '../role/role.ts';
import { oid, recordVersion, sentInstant } from '../shape.ts';

export const memberRole = z.object({ oid, name: z.string() });
/** Whom a request names that may name one member or several. */
export const namedMembers = (request: {
  userOID?: string | undefined;
  userOIDs?: readonly string[] | undefined;
}): readonly string[] => request.userOIDs ?? (request.userOID === undefined ? [] : [request.userOID]);

/** The same as a node of the tree of roles. */
export const roleNode = memberRole.extend({ parentOID: oid.nullable(), type: z.enum(roleTypes) });

export const memberRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  account: z.string(),
  name: z.string(),
  /** Empty: none. */
  phone: z.string(),
  enabled: z.boolean(),
  /** Signs in with a first password that must be changed. */
  mustChange: z.boolean(),
  /** Signs in with a second step. */
  authenticator: z.boolean(),
  /** The account ends by itself then; null: never. */
  validUntil: sentInstant.nullable(),
  expired: z.boolean(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  roles: z.array(memberRole),
  allowed: z.array(z.string()),
});
export type MemberRecord = z.output<typeof memberRecord>;

/** A password that was made for somebody is told once, in this answer, and is kept nowhere. */
export const savedMember = memberRecord.extend({ initialPassword: z.string().optional() });
export type SavedMember = z.output<typeof savedMember>;

export const invitationStates = ['open', 'accepted', 'expired'] as const;
export const invitation = z.object({
  oid,
  groupOID: oid,
  groupName: z.string(),
  name: z.string(),
  phone: z.string(),
  roles: z.array(memberRole),
  createdBy: z.string(),
  createdAt: sentInstant,
  expiresAt: sentInstant,
  state: z.enum(invitationStates),
  allowed: z.array(z.string()),
});
export type Invitation = z.output<typeof invitation>;
