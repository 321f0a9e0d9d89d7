import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
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

/** A local file that survives a crash: every line is on the disk before the call returns. */
export const createJournal = (path: string) => ({
  async append(line: JournalLine): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
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
