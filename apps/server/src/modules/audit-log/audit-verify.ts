import { limits, type AuditChain } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';
import { chainStart, follow, type ChainEnd } from './audit-chain.ts';
import { chainRows, chainSpans, type ChainSpan } from './audit-log.store.ts';

interface ChainVerdict {
  chain: AuditChain;
  /** Rows that follow one another as they were written. */
  rows: number;
  /** Place in the chain of the first row that was edited, removed or moved; null when whole. */
  brokenAt: number | null;
}

export interface LogVerdict {
  whole: boolean;
  /** Rows of all chains that follow one another as they were written. */
  rows: number;
  /** Place of the first broken one of the chains; null when whole. */
  brokenAt: number | null;
  chains: ChainVerdict[];
}

/** How many rows a check has to read. */
export const rowsToVerify = async (db: Db, groupRoot: string | null): Promise<number> =>
  rowsOf(await chainSpans(db, groupRoot));

const rowsOf = (spans: readonly ChainSpan[]): number =>
  spans.reduce((sum, { head }) => sum + (head?.chainSeq ?? 0), 0);

/**
 * Reads both chains and finds any edit, removal, addition, change of order or cut. Rows that are written meanwhile are
 * not judged.
 * @param groupRoot null: rows without an organisation
 * @param progress called with rows read and rows to read
 */
export async function verifyLog(
  db: Db,
  groupRoot: string | null,
  progress?: (read: number, all: number) => Promise<void>,
): Promise<LogVerdict> {
  const spans = await chainSpans(db, groupRoot);
  const all = rowsOf(spans);
  const begun = spans.some(({ head, last }) => head !== null || last !== null);
  const chains: ChainVerdict[] = [];
  let before = 0;
  for (const span of spans) {
    chains.push(
      // The heads come together: where one is gone, so are rows of which nothing else would tell.
      begun && span.head === null && span.last === null
        ? { chain: span.chain, rows: 0, brokenAt: 1 }
        : await verifyChain(db, groupRoot, span, async (read) => progress?.(before + read, all)),
    );
    before += span.head?.chainSeq ?? 0;
  }
  const broken = chains.find((one) => one.brokenAt !== null);
  return {
    whole: broken === undefined,
    rows: chains.reduce((sum, { rows }) => sum + rows, 0),
    brokenAt: broken?.brokenAt ?? null,
    chains,
  };
}

async function verifyChain(
  db: Db,
  groupRoot: string | null,
  { chain, head, first, last }: ChainSpan,
  progress: (read: number) => Promise<void>,
): Promise<ChainVerdict> {
  let end: ChainEnd = { chainSeq: 0, hash: chainStart[chain] };
  const all = head?.chainSeq ?? 0;
  if (first !== null && first < 1) return { chain, rows: 0, brokenAt: first };
  for (;;) {
    const room = Math.min(limits.audit.verifyPiece, all - end.chainSeq);
    const rows = room > 0 ? await chainRows(db, groupRoot, chain, end.chainSeq, room) : [];
    if (rows.length === 0) break;
    const next = follow(end, rows);
    if ('brokenAt' in next) return { chain, rows: next.brokenAt - 1, brokenAt: next.brokenAt };
    end = next;
    await progress(end.chainSeq);
  }
  // A head that was set back, or is gone, leaves rows behind it.
  const whole =
    (last ?? 0) <= all && (head === null || (head.chainSeq === end.chainSeq && head.hash.equals(end.hash)));
  return { chain, rows: end.chainSeq, brokenAt: whole ? null : end.chainSeq + 1 };
}
