import { limits } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';

/** One press of return-home or hover. It stays the same intent however often and through whichever server it arrives. */
export interface EmergencyIntent {
  memberOID: string;
  dockOID: string;
  key: string;
}

/** The name of an intent in memory and between servers. */
export const intentName = ({ memberOID, dockOID, key }: EmergencyIntent): string =>
  `${memberOID} ${dockOID} ${key}`;

/** Which server claimed which intent, as far as this one knows. Dropped when no order of that age can be sent any more. */
export const createIntentClaims = (clock: Clock) => {
  const claimed = new Map<string, { at: number; by: string }>();
  return {
    /** False if it is claimed already. */
    claim(name: string, by: string): boolean {
      const now = clock.mono();
      for (const [old, { at }] of claimed) if (now - at > limits.command.intentLife) claimed.delete(old);
      if (claimed.has(name)) return false;
      claimed.set(name, { at: now, by });
      return true;
    },
    /** The monotonic ms of the claim, and who made it. */
    find: (name: string): Readonly<{ at: number; by: string }> | undefined => claimed.get(name),
    /** Another server won the claim. */
    lost: (name: string): void => void claimed.set(name, { at: clock.mono(), by: 'another' }),
  };
};
export type IntentClaims = ReturnType<typeof createIntentClaims>;
