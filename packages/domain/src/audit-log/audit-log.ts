import { z } from 'zod';
import { oid, sentInstant } from '../shape.ts';

/** Kinds of things that are named where a row knows them by their oid alone. */
export const namedKinds = [
  'organisation',
  'department',
  'member',
  'role',
  'dock',
  'drone',
  'route',
  'task',
  'flight',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/**
 * Things of the organisation by their oids, by the name they have now or had last; a flight by the name of its task.
 * An oid that is not here may be of anything or nothing.
 */
export const namedThings = z.record(oid, z.object({ kind: z.enum(namedKinds), name: z.string() }));
export type NamedThings = z.output<typeof namedThings>;

/**
 * The rows of an organisation form two chains, so that orders wait for no other work: `control` has orders, control of
 * aircraft and what gateways record, `general` everything else.
 */
export const auditChains = ['control', 'general'] as const;
export type AuditChain = (typeof auditChains)[number];

/** What one row of the audit log says. Members and docks keep their names here after they are deleted. */
export const auditRecord = z.object({
  chain: z.enum(auditChains),
  /** Place in this chain of the organisation, from 1 without gaps. */
  place: z.number().int(),
  at: sentInstant,
  /** Null: nobody who is signed in, such as the server itself or a failed sign-in. */
  member: z.object({ oid, name: z.string(), account: z.string() }).nullable(),
  sessionOID: oid.nullable(),
  address: z.string().nullable(),
  dock: z.object({ oid, name: z.string(), sn: z.string() }).nullable(),
  /** `word.verb`. */
  action: z.string(),
  /** `done`, the reason of a refusal, or the word of the action itself. */
  outcome: z.string(),
  /** Result of the device, or our HTTP code. */
  code: z.number().int().nullable(),
  leaseEpoch: z.number().int().nullable(),
  /** Arguments and circumstances, secrets masked. */
  detail: z.record(z.string(), z.unknown()),
  /** What `detail` speaks of; oids in small letters. */
  names: namedThings,
  correlationId: z.string().nullable(),
  /** SHA-256 in hex: over the previous row's, the place and the row. */
  previousHash: z.string(),
  hash: z.string(),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** `checking`: too long to answer at once; the background work named with it will say. */
export const auditVerdicts = ['whole', 'broken', 'checking'] as const;
const brokenAt = z.number().int().nullable();
export const auditVerdict = z.object({
  state: z.enum(auditVerdicts),
  /** Rows of both chains that follow one another as they were written; while checking: rows to read. */
  rows: z.number().int(),
  /** Place of the first row that was edited, removed or moved, in the first broken one of `chains`; null when whole. */
  brokenAt,
  /** Each chain by itself; empty while checking. */
  chains: z.array(z.object({ chain: z.enum(auditChains), rows: z.number().int(), brokenAt })),
  workOID: oid.nullable(),
});
export type AuditVerdict = z.output<typeof auditVerdict>;
