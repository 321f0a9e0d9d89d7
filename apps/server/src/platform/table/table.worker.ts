import { parentPort } from 'node:worker_threads';
import { readCsv } from './csv-read.ts';
import { TableRefused } from './refused.ts';
import type { TableBounds, TableLimits } from './rows.ts';
import { readXlsx } from './xlsx-read.ts';

export interface TableQuestion {
  bytes: Uint8Array;
  limits: TableLimits;
  bounds: TableBounds;
}
export type TableResult =
  | { rows: string[][]; formulas: string[] }
  | { reason: TableRefused['reason']; detail: string };

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 9) < 8 && (bytes[3] ?? 9) < 9;

// The content decides what a file is, never its name.
parentPort?.on('message', ({ bytes, limits, bounds }: TableQuestion) => {
  const work = isZip(bytes)
    ? readXlsx(bytes, limits, bounds)
    : Promise.resolve().then(() => ({ rows: readCsv(bytes, limits, bounds), formulas: [] }));
  work.then(
    (table) => parentPort?.postMessage(table satisfies TableResult),
    (error: unknown) => {
      if (!(error instanceof TableRefused)) throw error;
      parentPort?.postMessage({ reason: error.reason, detail: error.message } satisfies TableResult);
    },
  );
});
parentPort?.postMessage('ready');
