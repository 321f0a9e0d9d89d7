import type { Caller } from '../../platform/http/endpoint.ts';

interface StoredChallenge {
  memberOID: string;
  dockOID: string;
  method: string;
  expiresAt: number;
}

/** Nonces that this server gave out, for orders that leave while the database is away. By the hash of each. */
export const createChallengeMemory = () => {
  const challenges = new Map<string, StoredChallenge>();
  return {
    keep(hash: Buffer, row: StoredChallenge, now: number): void {
      for (const [old, { expiresAt }] of challenges) if (expiresAt <= now) challenges.delete(old);
      challenges.set(hash.toString('hex'), row);
    },
    forget: (hash: Buffer): void => void challenges.delete(hash.toString('hex')),
    /** True once, for the member, dock and method that it was given out for. */
    spend(
      hash: Buffer,
      { memberOID }: Pick<Caller, 'memberOID'>,
      dockOID: string,
      method: string,
      now: number,
    ): boolean {
      const row = challenges.get(hash.toString('hex'));
      if (row?.memberOID !== memberOID || row.dockOID !== dockOID || row.method !== method) return false;
      challenges.delete(hash.toString('hex'));
      return row.expiresAt > now;
    },
  };
};
