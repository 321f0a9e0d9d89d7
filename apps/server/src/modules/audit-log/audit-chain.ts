import { createHash } from 'node:crypto';
import type { AuditChain } from '@eyrie/domain';
import { masked } from '../../platform/log.ts';

/** One thing that somebody did or tried. Everything but `groupRoot`, `action` and `outcome` may be missing. */
export interface AuditEntry {
  /** Organisation; null when none is known, such as a sign-in with an unknown account. */
  groupRoot: string | null;
  /** What was tried, as `word.verb`: `login.password`, `route.delete`, `command.returnHome`. */
  action: string;
  /** `done`, `refused`, `failed`, or the word of the action itself, such as a lease's `held`. */
  outcome: string;
  memberOID?: string | null;
  sessionOID?: string | null;
  address?: string | null;
  dockOID?: string | null;
  /** Device result or our HTTP code. */
  code?: number | null;
  leaseEpoch?: number | null;
  /** Arguments and circumstances. Secrets are masked here, whatever is handed in. */
  detail?: Record<string, unknown>;
  correlationId?: string | null;
  /** Epoch milliseconds; missing: now. Given for what was journalled while the database was away. */
  at?: number;
}

/** An entry as it stands in the table: nothing missing, nothing secret, nothing that the database would change. */
export interface AuditFacts {
  groupRoot: string | null;
  at: number;
  memberOID: string | null;
  sessionOID: string | null;
  address: string | null;
  dockOID: string | null;
  action: string;
  outcome: string;
  code: number | null;
  leaseEpoch: number | null;
  detail: Record<string, unknown>;
  correlationId: string | null;
}

export interface AuditRow extends AuditFacts {
  chainSeq: number;
  previousHash: Buffer;
  hash: Buffer;
}

const TEXT = 2_000;
/** What the first row of a chain follows. Not the same twice, so that no chain passes for the other. */
export const chainStart: Readonly<Record<AuditChain, Buffer>> = {
  general: Buffer.alloc(32),
  control: createHash('sha256').update('control').digest(),
};

/** Text that jsonb and UTF-8 keep as it is: PostgreSQL refuses NUL, and lone surrogates do not survive. */
const storable = (text: string): string =>
  text
    .slice(0, TEXT)
    .replaceAll('\u0000', '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Keys in order, text storable: the same value before and after the database. */
function settled(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map((one: unknown) => settled(one));
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined && typeof one !== 'function')
    .map(([key, one]) => [storable(key), settled(one)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** Completes and masks an entry. `now` is wall time in epoch milliseconds. */
export const factsOf = (entry: AuditEntry, now: number): AuditFacts => ({
  groupRoot: entry.groupRoot,
  at: Math.floor(entry.at ?? now),
  memberOID: entry.memberOID ?? null,
  sessionOID: entry.sessionOID ?? null,
  address: entry.address ?? null,
  dockOID: entry.dockOID ?? null,
  action: storable(entry.action),
  outcome: entry.outcome,
  code: entry.code ?? null,
  leaseEpoch: entry.leaseEpoch ?? null,
  detail: settled(masked(entry.detail ?? {})) as Record<string, unknown>,
  correlationId: entry.correlationId ?? null,
});

/** The text of a row that its hash covers. */
export const textOf = (facts: AuditFacts): string =>
  JSON.stringify([
    facts.groupRoot,
    facts.at,
    facts.memberOID,
    facts.sessionOID,
    facts.address,
    facts.dockOID,
    facts.action,
    facts.outcome,
    facts.code,
    facts.leaseEpoch,
    settled(facts.detail),
    facts.correlationId,
  ]);

/** SHA-256 over the previous hash, the place in the chain (8 bytes, big endian) and the text of the row. */
export const hashOf = (previousHash: Buffer, chainSeq: number, facts: AuditFacts): Buffer => {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(chainSeq));
  return createHash('sha256').update(previousHash).update(place).update(textOf(facts)).digest();
};

export interface ChainEnd {
  chainSeq: number;
  hash: Buffer;
}

/**
 * Follows a chain from `from` over its next rows, in order.
 * @returns the new end, or the first place that was edited, removed or moved.
 */
export const follow = (from: ChainEnd, rows: readonly AuditRow[]): ChainEnd | { brokenAt: number } => {
  let end = from;
  for (const row of rows) {
    const expected = end.chainSeq + 1;
    const whole =
      row.chainSeq === expected &&
      row.previousHash.equals(end.hash) &&
      row.hash.equals(hashOf(end.hash, expected, row));
    if (!whole) return { brokenAt: expected };
    end = { chainSeq: row.chainSeq, hash: row.hash };
  }
  return end;
};
