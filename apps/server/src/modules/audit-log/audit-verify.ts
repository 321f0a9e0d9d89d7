import { limits } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';
import { chainStart, follow, type ChainEnd } from './audit-chain.ts';
import { chainRows, chainSpan } from './audit-log.store.ts';

export interface ChainVerdict {
  whole: boolean;
  /** Rows that follow one another as they were written. */
  rows: number;
  /** Place in the chain of the first row that was edited, removed or moved; null when whole. */
  brokenAt: number | null;
}

/**
 * Reads a whole chain and finds any edit, removal, addition, change of order or cut.
 * @param groupRoot null: rows without an organisation
 * @param progress called with rows read and rows to read
 */
export async function verifyChain(
  db: Db,
  groupRoot: string | null,
  progress?: (read: number, all: number) => Promise<void>,
): Promise<ChainVerdict> {
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
}
