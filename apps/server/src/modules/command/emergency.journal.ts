import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CommandState } from '@eyrie/domain';

/** One line of the journal: a command that went out while the database was away, and later what came of it. */
export interface JournalLine {
  commandOID: string;
  groupRoot: string;
  dockOID: string;
  method: 'returnHome' | 'hover';
  key: string;
  memberOID: string;
  sessionOID: string;
  address: string;
  at: number;
  state: CommandState;
  code: number | null;
}

/** Room for hundreds of lines. Bytes. */
const reserveBytes = 256 * 1024;

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');

const appendTo = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * A local file that survives a crash: every line is on the disk before the call returns. A disk that is full takes the
 * database away and must not take the way home with it: room is set aside for that moment.
 */
export const createJournal = (path: string) => ({
  /** Sets room aside, if there is any. */
  async reserve(): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const held = await stat(`${path}.reserve`).catch(() => null);
    // Bytes that no file system stores as a hole.
    if (held?.size !== reserveBytes)
      await writeFile(`${path}.reserve`, Buffer.alloc(reserveBytes, '-'), { mode: 0o600, flush: true });
  },
  async append(line: JournalLine): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendTo(path, text);
    } catch (error) {
      if (!isFull(error)) throw error;
      await rm(`${path}.reserve`, { force: true });
      // What was half written ends with a line of its own.
      await appendTo(path, `\n${text}`);
    }
  },
  /** Takes the lines out for storing; `done` removes them for good. A crash in between brings them again. */
  async take(): Promise<{ lines: JournalLine[]; done(): Promise<void> }> {
    const taken = `${path}.taking`;
    // An earlier take that was not finished comes first.
    const unfinished = await readFile(taken, 'utf8').catch(() => null);
    if (unfinished === null) {
      try {
        await rename(path, taken);
      } catch {
        return { lines: [], done: async () => undefined };
      }
    }
    const text = unfinished ?? (await readFile(taken, 'utf8'));
    const lines = text.split('\n').flatMap((line): JournalLine[] => {
      try {
        return line ? [JSON.parse(line) as JournalLine] : [];
      } catch {
        // The last line of a crash in the middle of writing.
        return [];
      }
    });
    return { lines, done: () => rm(taken, { force: true }) };
  },
});
export type Journal = ReturnType<typeof createJournal>;
