import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { addressKey } from './login-rule.ts';
import { countCall } from './login.store.ts';

const MINUTE = 60_000;
const MOST = 10_000;

/** A gate that throws Refusal `tooManyRequests` with the seconds until the next minute begins. */
export type AddressLimiter = (address: string) => Promise<void>;

/**
 * So many calls a minute from one address, whichever server they reach. What is too much for this process alone is
 * turned away before the database hears of it.
 * @param name keeps the counts of several limits apart
 */
export function createAddressLimiter(
  { db, clock, serverTime }: Pick<Runtime, 'db' | 'clock' | 'serverTime'>,
  name: string,
  perMinute: number,
): AddressLimiter {
  const windows = new Map<string, { since: number; calls: number }>();

  const shed = (now: number): void => {
    for (const [key, window] of windows) if (now - window.since >= MINUTE) windows.delete(key);
    for (const key of windows.keys()) if (windows.size > MOST) windows.delete(key);
  };
  const refuse = (since: number, now: number): never => {
    const retryAfterSeconds = Math.max(1, Math.ceil((since + MINUTE - now) / 1_000));
    throw new Refusal('tooManyRequests', { retryAfterSeconds, data: { retryAfterSeconds } });
  };

  function countHere(key: string): void {
    const now = clock.mono();
    let window = windows.get(key);
    if (!window || now - window.since >= MINUTE) {
      window = { since: now, calls: 0 };
      windows.set(key, window);
      if (windows.size > MOST) shed(now);
    }
    window.calls += 1;
    if (window.calls > perMinute) refuse(window.since, now);
  }

  return async (address) => {
    const key = addressKey(address);
    countHere(key);
    const now = serverTime();
    const count = await countCall(db, `${name}:${key}`, { now: new Date(now), window: MINUTE });
    if (count.calls > perMinute) refuse(count.since.getTime(), now);
  };
}
