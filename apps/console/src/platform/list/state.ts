import type { LoadState } from '@eyrie/ui';

/**
 * What a list shows, and the way on from it: `retry` asks again, `begin` makes the first record, `reset` takes the
 * filters away, `lastPage` leaves a page that has no rows any more.
 */
export type ListState =
  | { kind: 'loading' | 'rows'; way: null }
  | { kind: 'failed' | 'stale'; way: 'retry' }
  | { kind: 'empty'; way: 'begin' | 'reset' | 'lastPage' };

export interface ListFacts {
  load: LoadState;
  rows: number;
  total: number;
  /** True while at least one filter is set. */
  filtered: boolean;
}

/** Nothing known, nothing to be had, nothing there and nothing new are four different things. */
export const listState = ({ load, rows, total, filtered }: ListFacts): ListState => {
  if (load.kind === 'failed' || load.kind === 'stale') return { kind: load.kind, way: 'retry' };
  if (load.kind === 'loading') return { kind: 'loading', way: null };
  if (rows > 0) return { kind: 'rows', way: null };
  if (total > 0) return { kind: 'empty', way: 'lastPage' };
  return { kind: 'empty', way: filtered ? 'reset' : 'begin' };
};

/** The last page that has rows. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));
