import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandState } from '@eyrie/domain';
import { openSlotFile, openSlots, type OpenSlotFile, type Slots } from './emergency.slots.ts';

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
 * Lines that survive a crash: every line is on the disk before `append` returns. A disk that is full takes the database
 * away and must not take the way home with it: the room was taken beforehand and is written in place.
 */
export const createJournal = (path: string, openFile: OpenSlotFile = openSlotFile) => {
  let opened: Promise<Slots> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: which slots are free is known to nobody else. */
  const inTurn = <T>(work: (slots: Slots) => Promise<T>): Promise<T> => {
    const turn = last.then(async () => work(await slotsOf()));
    last = turn.catch(() => undefined);
    return turn;
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
  /** What is known of a command later stands for all that was known before. */
  const put = async (slots: Slots, line: JournalLine): Promise<void> => {
    const earlier = slots
      .records()
      .filter(({ text }) => parsed(text).some(({ commandOID }) => commandOID === line.commandOID));
    await slots.put(JSON.stringify(line));
    await slots.free(earlier);
  };

  return {
    /** Takes the room for every line there may be. Rejects while the disk does not have it. */
    reserve: (): Promise<void> =>
      inTurn(async (slots) => {
        await slots.reserve();
        await takeFormer(slots);
      }),
    append: (line: JournalLine): Promise<void> => inTurn((slots) => put(slots, line)),
    /** Gives the lines for storing; `done` removes them for good. A crash in between brings them again. */
    take: (): Promise<{ lines: JournalLine[]; done(): Promise<void> }> =>
      inTurn(async (slots) => {
        const records = slots.records();
        return {
          lines: records.flatMap(({ text }) => parsed(text)),
          done: () => inTurn((held) => held.free(records)),
        };
      }),
    /** Lets go of the file once what was begun is written. */
    async close(): Promise<void> {
      await last;
      const slots = await opened?.catch(() => null);
      opened = null;
      await slots?.close();
    },
  };
};
export type Journal = ReturnType<typeof createJournal>;
