import { Worker } from 'node:worker_threads';
import { limits } from '@eyrie/domain';
import { Refusal } from '../http/refusal.ts';
import type { TableLimits } from './rows.ts';
import type { TableQuestion, TableResult } from './table.worker.ts';

const memory = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 };

let reading = 0;
const waiting: (() => void)[] = [];

/**
 * Reads a spreadsheet that somebody handed in: comma-separated text (UTF-8, UTF-16 or GB18030) or the first sheet of
 * an Excel file. Every cell comes as text and every row at its place in the file, the heading among them; empty cells
 * and rows at the end are left out.
 *
 * A thread of its own reads each file and ends with it: no file holds up the server or spoils the next one.
 * @throws Refusal `fileFormat`, `tableTooLong`, `zipUnsafe`, `tooLarge`; `tooManyRequests` when too many wait
 */
export const readTable = async (
  file: { name: string; bytes: Uint8Array },
  /** `rows`: beside the heading. */
  most: TableLimits,
): Promise<string[][]> => (await readTableWithFormulas(file, most)).rows;

/** The same, and the names of cells such as `B3` whose value comes from a formula, as far as they are known. */
export async function readTableWithFormulas(
  file: { name: string; bytes: Uint8Array },
  most: TableLimits,
): Promise<{ rows: string[][]; formulas: string[] }> {
  if (file.bytes.length > limits.table.bytes)
    throw new Refusal('tooLarge', { values: { max: limits.table.bytes } });
  await turn();
  try {
    const result = await inThread({
      bytes: file.bytes,
      limits: { ...most, rows: most.rows + 1 },
      bounds: limits.table,
    });
    if ('rows' in result) return result;
    throw new Refusal(result.reason, {
      values: { max: result.reason === 'tableTooLong' ? most.rows : limits.table.bytes },
    });
  } finally {
    reading -= 1;
    waiting.shift()?.();
  }
}

async function turn(): Promise<void> {
  if (reading >= limits.table.atOnce) {
    if (waiting.length >= limits.table.waiting)
      throw new Refusal('tooManyRequests', { retryAfterSeconds: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  reading += 1;
}

async function inThread(question: TableQuestion): Promise<TableResult> {
  const thread = new Worker(new URL('./table.worker.ts', import.meta.url), {
    resourceLimits: memory,
  });
  thread.unref();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<TableResult>((resolve, reject) => {
      const tooMuch = (): void => reject(new Refusal('tooLarge', { values: { max: limits.table.bytes } }));
      timer = setTimeout(() => reject(new Error('the table thread did not start')), limits.table.threadStart);
      // Out of memory, or a file that breaks the reader in a way nobody foresaw.
      thread.once('error', tooMuch);
      thread.once('message', () => {
        clearTimeout(timer);
        timer = setTimeout(tooMuch, limits.table.timeout);
        thread.once('message', resolve);
        thread.postMessage(question);
      });
    });
  } finally {
    clearTimeout(timer);
    void thread.terminate();
  }
}
