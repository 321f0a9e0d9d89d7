import type { Caller } from '../../platform/http/endpoint.ts';

interface Kept {
  memberOID: string;
  dockOID: string;
  method: string;
  expiresAt: number;
}

/** Nonces that this server gave out, for orders that leave while the database is away. By the hash of each. */
export const createChallengeMemory = () => {
  const kept = new Map<string, Kept>();
  return {
    keep(hash: Buffer, row: Kept, now: number): void {
      for (const [old, { expiresAt }] of kept) if (expiresAt <= now) kept.delete(old);
      kept.set(hash.toString('hex'), row);
    },
    forget: (hash: Buffer): void => void kept.delete(hash.toString('hex')),
    /** True once, for the member, dock and method that it was given out for. */
    spend(
      hash: Buffer,
      { memberOID }: Pick<Caller, 'memberOID'>,
      dockOID: string,
      method: string,
      now: number,
    ): boolean {
      const row = kept.get(hash.toString('hex'));
      if (row?.memberOID !== memberOID || row.dockOID !== dockOID || row.method !== method) return false;
      kept.delete(hash.toString('hex'));
      return row.expiresAt > now;
    },
  };
};
