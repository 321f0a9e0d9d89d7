import type { CallDeclaration } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { addressKey } from './login-rule.ts';
import { countCall } from './login.store.ts';

const MINUTE = 60_000;
const MOST = 10_000;

/**
 * A gate that throws Refusal `tooManyRequests` with the seconds until the next minute begins.
 * @param first is run before the first refusal of a minute: a flood must not become a flood of rows
 */
export type AddressLimiter = (address: string, first?: () => Promise<void>) => Promise<void>;

/**
 * So many calls a minute from one address, whichever server they reach. What is too much for this process alone is
 * turned away before the database hears of it.
 * @param rate of the calls that it is for: its name keeps the counts of several limits apart
 */
export function createAddressLimiter(
  { db, clock, serverTime }: Pick<Runtime, 'db' | 'clock' | 'serverTime'>,
  { name, perMinute }: NonNullable<CallDeclaration['rate']>,
): AddressLimiter {
  const windows = new Map<string, { since: number; calls: number }>();

  const shed = (now: number): void => {
    for (const [key, window] of windows) if (now - window.since >= MINUTE) windows.delete(key);
    for (const key of windows.keys()) if (windows.size > MOST) windows.delete(key);
  };
  const refuse = async (
    { calls, since }: { calls: number; since: number },
    now: number,
    first?: () => Promise<void>,
  ): Promise<never> => {
    if (calls === perMinute + 1) await first?.();
    const retryAfterSeconds = Math.max(1, Math.ceil((since + MINUTE - now) / 1_000));
    throw new Refusal('tooManyRequests', { retryAfterSeconds, data: { retryAfterSeconds } });
  };

  function countHere(key: string, now: number): { since: number; calls: number } {
    let window = windows.get(key);
    if (!window || now - window.since >= MINUTE) {
      window = { since: now, calls: 0 };
      windows.set(key, window);
      if (windows.size > MOST) shed(now);
    }
    window.calls += 1;
    return { ...window };
  }

  return async (address, first) => {
    const key = addressKey(address);
    const mono = clock.mono();
    const here = countHere(key, mono);
    if (here.calls > perMinute) await refuse(here, mono, first);
    const now = serverTime();
    const count = await countCall(db, `${name}:${key}`, { now: new Date(now), window: MINUTE });
    if (count.calls > perMinute)
      await refuse({ calls: count.calls, since: count.since.getTime() }, now, first);
  };
}
