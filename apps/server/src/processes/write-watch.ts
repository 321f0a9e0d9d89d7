import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, type HealthReason } from '@eyrie/domain';
import type { Log } from '../platform/log.ts';
import { isNoRoom } from '../platform/no-room.ts';
import { writeProbeMessage, type DatabaseConnection } from '../platform/postgres/index.ts';
import type { Unit } from '../platform/runtime.ts';

/** What can be written to. */
export type Writable = 'disk' | 'database';
/** Why writing fails; null: it works. */
export type WriteFault = Extract<HealthReason, 'diskFull' | 'noAnswer' | 'failed'> | null;

const { writeEvery, writeBytes, writeWithin } = limits.operation.health;

/** Takes new room on the disk: writing over an old file works on a full disk too. */
export const writeProbeFile = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, `write-check.${process.pid}`);
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(randomBytes(writeBytes));
    await file.datasync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};

const faultOf = (error: unknown): WriteFault => {
  if (isNoRoom(error)) return 'diskFull';
  return error === late ? 'noAnswer' : 'failed';
};
const late = new Error('not written in time');

/** Whether this server and its database can write, found out by writing every few seconds. */
export const createWriteWatch = (
  log: Log,
  probes: Readonly<Record<Writable, () => Promise<unknown>>>,
): Unit & { fault(of: Writable): WriteFault; note(error: unknown): void } => {
  const faults = new Map<Writable, WriteFault>();
  /** Probes that have to do well before work that failed counts as over. */
  let doubts = 0;
  const timers: NodeJS.Timeout[] = [];

  const set = (what: Writable, fault: WriteFault, error: unknown): void => {
    if ((faults.get(what) ?? null) !== fault)
      log.warn({ err: error, what, fault }, fault ? 'writing fails' : 'writing works again');
    faults.set(what, fault);
  };
  const check = async (what: Writable): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late), writeWithin);
    });
    try {
      await Promise.race([probes[what](), slow]);
      if (what === 'database' && doubts > 0) doubts -= 1;
      else set(what, null, null);
    } catch (error) {
      set(what, faultOf(error), error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    name: 'write watch',
    async start() {
      for (const what of ['disk', 'database'] as const) {
        let running = false;
        const tick = async (): Promise<void> => {
          if (running) return;
          running = true;
          await check(what);
          running = false;
        };
        await tick();
        timers.push(setInterval(() => void tick(), writeEvery));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
    },
    fault: (of) => faults.get(of) ?? null,
    /** Called with the end of statements: a table that cannot grow is noticed by those who write to it. */
    note(error) {
      if (!isNoRoom(error)) return;
      doubts = 2;
      set('database', 'diskFull', error);
    },
  };
};
export type WriteWatch = ReturnType<typeof createWriteWatch>;

/** The watch over the data directory and the database of this server. */
export const watchWriting = (log: Log, dataDir: string, database: DatabaseConnection): WriteWatch => {
  const watch = createWriteWatch(log, {
    disk: () => writeProbeFile(dataDir),
    database: () => writeProbeMessage(database.kysely),
  });
  database.onAnswer(watch.note);
  return watch;
};
