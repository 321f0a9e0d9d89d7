import { limits } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';

/** A click on return-home or hover: the same however often and through whichever server it comes. */
export interface Wish {
  memberOID: string;
  dockOID: string;
  key: string;
}

/** What a wish is called in memory and between servers. */
export const nameOf = ({ memberOID, dockOID, key }: Wish): string => `${memberOID} ${dockOID} ${key}`;

/** Who has which wish, as far as this server knows. Forgotten when no order of that time can go out any more. */
export const createWishClaims = (clock: Clock) => {
  const claimed = new Map<string, { at: number; by: string }>();
  return {
    /** False when somebody has it. */
    claim(name: string, by: string): boolean {
      const now = clock.mono();
      for (const [old, { at }] of claimed) if (now - at > limits.command.wishLife) claimed.delete(old);
      if (claimed.has(name)) return false;
      claimed.set(name, { at: now, by });
      return true;
    },
    /** Since when, in monotonic ms, and by whom. */
    of: (name: string): Readonly<{ at: number; by: string }> | undefined => claimed.get(name),
    /** Another has it after all. */
    lost: (name: string): void => void claimed.set(name, { at: clock.mono(), by: 'another' }),
  };
};
export type WishClaims = ReturnType<typeof createWishClaims>;
