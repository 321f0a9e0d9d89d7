import { limits } from '@eyrie/domain';
import type { Insertable } from 'kysely';
import type { Database } from '../../platform/postgres/schema.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createSparingWarn } from '../../platform/sparing-log.ts';
import { createWriteBehind } from '../../platform/write-behind.ts';
import { insertAll, stored, type MessageRow } from './device-log.rows.ts';
import { countRepeats, insertMessages } from './device-message.store.ts';
import { insertErrors } from './error-log.store.ts';

const { buffered } = limits.deviceHealth;

/**
 * What waits to be written, and the writing of it, one batch after the other. While the database is away it is
 * bounded and the oldest rows go first.
 */
export const createDeviceLogBuffer = ({ db, log, clock }: Pick<Runtime, 'db' | 'log' | 'clock'>) => {
  const warn = createSparingWarn(log, clock.mono);
  let messages: MessageRow[] = [];
  let errors: Insertable<Database['device_exception']>[] = [];
  let repeats = new Map<string, { oid: string; times: number; lastAt: Date }>();

  const write = async (): Promise<void> => {
    const taken = { messages, errors, repeats };
    messages = [];
    errors = [];
    repeats = new Map();
    try {
      await insertAll(warn, taken.errors, (piece) => insertErrors(db, piece));
      await insertAll(warn, taken.messages, (piece) => insertMessages(db, piece.map(stored)));
      await countRepeats(db, [...taken.repeats.values()]);
    } catch (error) {
      messages = [...taken.messages, ...messages].slice(-buffered);
      errors = [...taken.errors, ...errors].slice(-buffered);
      for (const one of taken.repeats.values()) {
        const newer = repeats.get(one.oid);
        repeats.set(one.oid, newer ? { ...newer, times: newer.times + one.times } : one);
      }
      throw error;
    }
  };
  const behind = createWriteBehind(log, 'logs of devices not written, kept for later', write);

  return {
    keep(made: MessageRow): void {
      if (messages.length >= buffered) messages.shift();
      messages.push(made);
    },
    /** A message was said again: counted on the row that stands. */
    again(oid: string, at: Date): void {
      const counted = repeats.get(oid);
      if (counted) {
        counted.times += 1;
        counted.lastAt = at;
      } else repeats.set(oid, { oid, times: 1, lastAt: at });
    },
    /** Something did not work. */
    except(exception: Insertable<Database['device_exception']>): void {
      if (errors.length >= buffered) errors.shift();
      errors.push(exception);
    },
    ...behind,
  };
};
