/** One line of the table that `npm run bench` prints. */
export interface BenchRow {
  /** What is measured. */
  row: string;
  /** Our figure and the peer's, with units; text so that each row speaks its own. */
  ours: string;
  peer: string;
  /** Ours divided by the peer's; `null` when the row is measured against a fixed limit. */
  ratio: number | null;
  /** The figure to reach, in words. */
  reach: string;
  pass: boolean;
}

/** What every `*.bench.ts` exports as `measure`. A rejection fails the run; a row that cannot be measured is named. */
export type Measure = () => Promise<BenchRow[]>;

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Middle value; of an even count the upper one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
