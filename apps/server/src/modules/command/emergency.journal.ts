import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandState } from '@eyrie/domain';
import { openSlotFile, openSlots, type OpenSlotFile, type Slots } from './emergency.slots.ts';

/** One line of the journal: a command sent while the database was down, and later its outcome. */
export interface JournalLine {
  commandOID: string;
  groupRoot: string;
  dockOID: string;
  method: 'returnHome' | 'hover' | 'robotStop';
  key: string;
  memberOID: string;
  sessionOID: string;
  address: string;
  at: number;
  /** Nobody said when it was clicked. */
  atReceipt?: true;
  state: CommandState;
  code: number | null;
}

/** Where earlier versions kept their lines, one JSON text a line. */
const formerFiles = ['emergency.jsonl.taking', 'emergency.jsonl'];
const formerReserve = 'emergency.jsonl.reserve';

const parsed = (text: string): JournalLine[] => {
  try {
    return text ? [JSON.parse(text) as JournalLine] : [];
  } catch {
    return [];
  }
};

/**
 * Lines that survive a crash: each is on the disk before `append` returns. A full disk stops the database and must not
 * stop a return home, so the space is reserved beforehand and written in place.
 */
export const createJournal = (path: string, openFile: OpenSlotFile = openSlotFile) => {
  let opened: Promise<Slots> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time, because each change depends on which slots are free. */
  const exclusive = <T>(work: (slots: Slots) => Promise<T>): Promise<T> => {
    const result = last.then(async () => work(await slotsOf()));
    last = result.catch(() => undefined);
    return result;
  };
  const slotsOf = (): Promise<Slots> => {
    opened ??= openSlots(path, openFile);
    opened.catch(() => (opened = null));
    return opened;
  };
  /** Lines that an earlier release left become lines of this journal. */
  let formerTaken = false;
  const takeFormer = async (slots: Slots): Promise<void> => {
    if (formerTaken) return;
    for (const name of formerFiles) {
      const former = join(dirname(path), name);
      const text = await readFile(former, 'utf8').catch(() => null);
      if (text === null) continue;
      for (const line of text.split('\n').flatMap(parsed)) await slots.put(JSON.stringify(line));
      await rm(former, { force: true });
    }
    await rm(join(dirname(path), formerReserve), { force: true });
    formerTaken = true;
  };
  /** A later line of a command replaces the earlier ones. */
  const put = async (slots: Slots, line: JournalLine): Promise<void> => {
    const earlier = slots
      .records()
      .filter(({ text }) => parsed(text).some(({ commandOID }) => commandOID === line.commandOID));
    await slots.put(JSON.stringify(line));
    await slots.free(earlier);
  };

  return {
    /** Reserves the space for every possible line. Rejects while the disk does not have it. */
    reserve: (): Promise<void> =>
      exclusive(async (slots) => {
        await slots.reserve();
        await takeFormer(slots);
      }),
    append: (line: JournalLine): Promise<void> => exclusive((slots) => put(slots, line)),
    /** Takes the lines to store; `done` removes them. After a crash in between they come again. */
    take: (): Promise<{ lines: JournalLine[]; done(): Promise<void> }> =>
      exclusive(async (slots) => {
        const records = slots.records();
        return {
          lines: records.flatMap(({ text }) => parsed(text)),
          done: () => exclusive((held) => held.free(records)),
        };
      }),
    /** Closes the file after the last write. */
    async close(): Promise<void> {
      await last;
      const slots = await opened?.catch(() => null);
      opened = null;
      await slots?.close();
    },
  };
};
export type Journal = ReturnType<typeof createJournal>;
