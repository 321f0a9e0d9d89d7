import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/http/refusal.ts';

const MINUTE = 60_000;
const MOST = 10_000;

/**
 * So many calls a minute from one address, counted in this process.
 * @returns a gate that throws Refusal `tooManyRequests` with the seconds until the next minute begins.
 */
export function createAddressLimiter(clock: Clock, perMinute: number): (address: string) => void {
  const windows = new Map<string, { since: number; calls: number }>();

  const shed = (now: number): void => {
    for (const [key, window] of windows) if (now - window.since >= MINUTE) windows.delete(key);
    for (const key of windows.keys()) if (windows.size > MOST) windows.delete(key);
  };

  return (address) => {
    const now = clock.mono();
    let window = windows.get(address);
    if (!window || now - window.since >= MINUTE) {
      window = { since: now, calls: 0 };
      windows.set(address, window);
      if (windows.size > MOST) shed(now);
    }
    window.calls += 1;
    if (window.calls > perMinute) {
      const retryAfterSeconds = Math.ceil((window.since + MINUTE - now) / 1_000);
      throw new Refusal('tooManyRequests', { retryAfterSeconds });
    }
  };
}
