import { limits } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { chainStart, factsOf, follow, type AuditEntry, type ChainEnd } from './audit-chain.ts';
import { auditedCaller } from './audited-caller.ts';
import { appendAudit, chainRows, chainSpan } from './audit-log.store.ts';

export interface ChainVerdict {
  whole: boolean;
  /** Rows that follow one another as they were written. */
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
  /**
   * Writes that the caller did something, by the same rule.
   * @param action as `word.verb`
   * @param dockOID the dock it was done to, if any
   */
  done(
    db: DbOrTrx,
    context: CallContext,
    action: string,
    detail?: Record<string, unknown>,
    dockOID?: string | null,
  ): Promise<void>;
  /**
   * Reads a whole chain and finds any edit, removal, addition, change of order or cut. Null: rows without an organisation.
   * @param progress is told rows read and rows to read.
   */
  verify(
    groupRoot: string | null,
    progress?: (read: number, all: number) => Promise<void>,
  ): Promise<ChainVerdict>;
}

export function createAuditLog({ db, clock }: Pick<Runtime, 'db' | 'clock'>): AuditLog {
  const verify: AuditLog['verify'] = async (groupRoot, progress) => {
    let end: ChainEnd = { chainSeq: 0, hash: chainStart };
    // Rows that are written meanwhile are not judged.
    const { head, first, last } = await chainSpan(db, groupRoot);
    const all = head?.chainSeq ?? 0;
    if (first !== null && first < 1) return { whole: false, rows: 0, brokenAt: first };
    for (;;) {
      const room = Math.min(limits.audit.verifyPiece, all - end.chainSeq);
      const rows = room > 0 ? await chainRows(db, groupRoot, end.chainSeq, room) : [];
      if (rows.length === 0) break;
      const next = follow(end, rows);
      if ('brokenAt' in next) return { whole: false, rows: next.brokenAt - 1, brokenAt: next.brokenAt };
      end = next;
      await progress?.(end.chainSeq, all);
    }
    // A head that was set back, or is gone, leaves rows behind it.
    const whole =
      (last ?? 0) <= all && (head === null || (head.chainSeq === end.chainSeq && head.hash.equals(end.hash)));
    return { whole, rows: end.chainSeq, brokenAt: whole ? null : end.chainSeq + 1 };
  };
  const write: AuditLog['write'] = (trx, entry) => appendAudit(trx, factsOf(entry, clock.wall()));
  return {
    write,
    done: (trx, context, action, detail = {}, dockOID = null) =>
      write(trx, { ...auditedCaller(context), action, outcome: 'done', detail, dockOID }),
    verify,
  };
}
