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
export const createJournal = (path: string) => {
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: a line that is being written must not end up in a file that has just been read. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const parsed = (text: string): JournalLine[] =>
    text.split('\n').flatMap((line): JournalLine[] => {
      try {
        return line ? [JSON.parse(line) as JournalLine] : [];
      } catch {
        // The last line of a crash in the middle of writing.
        return [];
      }
    });

  const write = async (line: JournalLine): Promise<void> => {
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
  };

  return {
    /** Sets room aside, if there is any. */
    async reserve(): Promise<void> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const held = await stat(`${path}.reserve`).catch(() => null);
      // Bytes that no file system stores as a hole.
      if (held?.size !== reserveBytes)
        await writeFile(`${path}.reserve`, Buffer.alloc(reserveBytes, '-'), { mode: 0o600, flush: true });
    },
    append: (line: JournalLine): Promise<void> => inTurn(() => write(line)),
    /** Takes the lines out for storing; `done` removes them for good. A crash in between brings them again. */
    take: (): Promise<{ lines: JournalLine[]; done(): Promise<void> }> =>
      inTurn(async () => {
        const taken = `${path}.taking`;
        const before = await readFile(taken, 'utf8').catch(() => null);
        if (
          before === null &&
          !(await rename(path, taken).then(
            () => true,
            () => false,
          ))
        )
          return { lines: [], done: async () => undefined };
        // An earlier take that was not finished comes first, and does not keep back what came since.
        const since = before === null ? null : await readFile(path, 'utf8').catch(() => null);
        if (since !== null) {
          await appendTo(taken, `\n${since}`);
          await rm(path, { force: true });
        }
        const text = await readFile(taken, 'utf8');
        return { lines: parsed(text), done: () => inTurn(() => rm(taken, { force: true })) };
      }),
  };
};
export type Journal = ReturnType<typeof createJournal>;
