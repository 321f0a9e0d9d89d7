import type { CallContext } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { chainStart, factsOf, follow, type AuditEntry, type ChainEnd } from './audit-chain.ts';
import { appendAudit, chainHead, chainRows } from './audit-log.store.ts';

export type { AuditEntry } from './audit-chain.ts';
export { auditLogEndpoints } from './audit-log.endpoints.ts';

const PAGE = 5_000;

export interface AuditVerdict {
  whole: boolean;
  /** Rows read. */
  rows: number;
  /** Place in the chain of the first row that was edited, removed or moved; null when whole. */
  brokenAt: number | null;
}

export interface AuditLog {
  /**
   * Appends one row, in the caller's transaction where there is one: no row, no deed. Write it last in a
   * transaction, because the organisation's chain stays locked until the transaction ends.
   */
  write(db: DbOrTrx, entry: AuditEntry): Promise<void>;
  /** Reads a whole chain and finds any edit, removal, change of order or cut. Null: rows without an organisation. */
  verify(groupRoot: string | null): Promise<AuditVerdict>;
}

/** Who calls, in the words of the audit log. */
export const auditedCaller = (
  context: CallContext,
): Pick<AuditEntry, 'groupRoot' | 'memberOID' | 'sessionOID' | 'address' | 'correlationId'> => ({
  groupRoot: context.caller.groupRoot,
  memberOID: context.caller.memberOID,
  sessionOID: context.caller.sessionOID,
  address: context.address,
  correlationId: context.correlationId,
});

export function createAuditLog({ db, clock }: Pick<Runtime, 'db' | 'clock'>): AuditLog {
  async function verify(groupRoot: string | null): Promise<AuditVerdict> {
    let end: ChainEnd = { chainSeq: 0, hash: chainStart };
    // Rows that are written meanwhile are not judged.
    const head = await chainHead(db, groupRoot);
    for (;;) {
      const room = Math.min(PAGE, (head?.chainSeq ?? 0) - end.chainSeq);
      const rows = room > 0 ? await chainRows(db, groupRoot, end.chainSeq, room) : [];
      if (rows.length === 0) break;
      const next = follow(end, rows);
      if ('brokenAt' in next) return { whole: false, rows: end.chainSeq, brokenAt: next.brokenAt };
      end = next;
    }
    const whole = head === null || (head.chainSeq === end.chainSeq && head.hash.equals(end.hash));
    return { whole, rows: end.chainSeq, brokenAt: whole ? null : end.chainSeq + 1 };
  }

  return {
    write: (trx, entry) => appendAudit(trx, factsOf(entry, clock.wall())),
    verify,
  };
}
