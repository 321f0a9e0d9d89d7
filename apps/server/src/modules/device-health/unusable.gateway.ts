import type { UnusableReason } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { createWriteBehind } from '../../platform/write-behind.ts';
import { messageText } from './message-text.ts';
import { addUnusable, type UnusableCount } from './unusable.store.ts';

const writeEvery = 5_000;
const sampleLength = 300;
/** Long enough for a topic with a serial number. */
const whatLength = 120;
/** Of one dock between two writings: what comes beside these is counted under the first of its reason. */
const kindsMost = 64;
const kindsInAll = 5_000;

/** Counts what docks send and nobody can use, beside the path of their messages. */
export const createUnusable = (
  { db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  by: Pick<Timer, 'name' | 'process'> = { name: 'deviceHealth.count', process: 'gateway' },
) => {
  let counts = new Map<string, UnusableCount>();
  const perDock = new Map<string, number>();

  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const waiting = counts;
    counts = new Map();
    perDock.clear();
    await addUnusable(db, [...waiting.values()]);
  };
  const behind = createWriteBehind(log, 'what could not be used is not counted', write);
  const timers: readonly Timer[] = [{ ...by, every: writeEvery, once: 'instance', run: behind.run }];

  return {
    /**
     * @param data of the message or the value; null where nothing can be shown of it
     * @param more the rule that it breaks, and how many there were where they came counted
     */
    record(
      dockOID: string,
      reason: UnusableReason,
      what: string,
      data: unknown,
      { rule = null, count = 1 }: { rule?: string | null; count?: number } = {},
    ): void {
      const key = `${dockOID} ${reason} ${what}`;
      const at = serverTime();
      const known = counts.get(key);
      if (known) {
        // One sample a writing: a flood must not be put into text message by message.
        counts.set(key, { ...known, count: known.count + count, lastAt: at });
        return;
      }
      const kinds = perDock.get(dockOID) ?? 0;
      if (kinds >= kindsMost || counts.size >= kindsInAll) return;
      perDock.set(dockOID, kinds + 1);
      const sample = messageText(data, sampleLength).text;
      counts.set(key, {
        dockOID,
        reason,
        what: what.slice(0, whatLength),
        rule: rule?.slice(0, 120) ?? null,
        count,
        firstAt: at,
        lastAt: at,
        sample,
      });
    },
    flush: behind.flush,
    timers,
  };
};
export type Unusable = ReturnType<typeof createUnusable>;
