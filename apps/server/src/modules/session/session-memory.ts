import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Clock } from '../../platform/clock.ts';

export interface KnownSession {
  caller: Caller;
  service: boolean;
  /** Epoch milliseconds of the server. */
  expiresAt: number;
}

interface Entry extends KnownSession {
  /** Monotonic ms at which the database was asked. */
  askedAt: number;
}

const MOST = 10_000;

/**
 * What this process knows of sessions: answers for a second without asking again, and for a minute to the two
 * commands that must work without a database. Keys are hashes of tokens.
 */
export function createSessionMemory(clock: Clock) {
  const entries = new Map<string, Entry>();
  /** Rises with every forgetting: an answer asked for before it must not be kept after it. */
  let forgotten = 0;

  const drop = (fits: (entry: Entry) => boolean): void => {
    forgotten += 1;
    for (const [key, entry] of entries) if (fits(entry)) entries.delete(key);
  };
  const within = (key: string, age: number, now: number): Entry | null => {
    const entry = entries.get(key);
    return entry && clock.mono() - entry.askedAt < age && now < entry.expiresAt ? entry : null;
  };
  const shed = (): void => {
    for (const [key, entry] of entries)
      if (clock.mono() - entry.askedAt >= limits.session.verifiedFor) entries.delete(key);
    for (const key of entries.keys()) if (entries.size > MOST) entries.delete(key);
  };

  return {
    fresh: (key: string, now: number): KnownSession | null => within(key, limits.session.revocationPoll, now),
    recent: (key: string, now: number): Caller | null =>
      within(key, limits.session.verifiedFor, now)?.caller ?? null,
    /** Taken before the database is asked. */
    stamp: () => ({ askedAt: clock.mono(), forgotten }),
    keep(key: string, known: KnownSession, stamp: { askedAt: number; forgotten: number }): void {
      if (stamp.forgotten !== forgotten) return;
      entries.delete(key);
      entries.set(key, { ...known, askedAt: stamp.askedAt });
      if (entries.size > MOST) shed();
    },
    forget: (key: string): void => void entries.delete(key),
    forgetSession: (oid: string): void => drop((entry) => entry.caller.sessionOID === oid),
    forgetMember: (oid: string): void => drop((entry) => entry.caller.memberOID === oid),
    sessions: (): string[] => [...entries.values()].map((entry) => entry.caller.sessionOID),
    members: (): string[] => [...new Set([...entries.values()].map((entry) => entry.caller.memberOID))],
    clear: (): void => drop(() => true),
  };
}
export type SessionMemory = ReturnType<typeof createSessionMemory>;
