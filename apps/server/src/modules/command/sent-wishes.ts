import { limits } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';

export interface Wish {
  memberOID: string;
  dockOID: string;
  key: string;
}

/**
 * Return-home and hover have two ways out of this server: the gateway, and the emergency way when the database
 * fails under them. Whichever comes first claims the wish; the other must not send it again.
 */
export const createSentWishes = (clock: Clock) => {
  const claimed = new Map<string, number>();
  return {
    /** False when the wish went out already, or is about to. */
    claim({ memberOID, dockOID, key }: Wish): boolean {
      const now = clock.mono();
      for (const [old, at] of claimed) if (now - at > limits.command.resolveFor) claimed.delete(old);
      const wish = `${memberOID} ${dockOID} ${key}`;
      if (claimed.has(wish)) return false;
      claimed.set(wish, now);
      return true;
    },
  };
};
export type SentWishes = ReturnType<typeof createSentWishes>;
