import { limits } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  beat,
  besideFormer,
  countDocks,
  dropOwnClaims,
  keepClaims,
  leave,
  releaseClaims,
  takeClaims,
  type Claim,
} from './claims.store.ts';
import { createSerialRunner } from './serial-runner.ts';

export interface ClaimHandlers {
  /** All of them, or none where it throws. */
  gained(claims: readonly Claim[]): Promise<void>;
  lost(dockOID: string): Promise<void>;
  /** Whether something flies there that should not change hands only to divide the docks evenly. */
  isFlying(dockOID: string): boolean;
}

/** A few at a time, and one that fails does not stop the others: all claims must be renewed in time. */
const eachOf = async <T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
  log: Log,
): Promise<void> => {
  for (let from = 0; from < all.length; from += atOnce) {
    const outcomes = await Promise.allSettled(all.slice(from, from + atOnce).map(work));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        log.warn({ err: outcome.reason as unknown }, 'dock not handed over; it is tried again');
  }
};

const { claimsAtOnce, lostAtOnce } = limits.gateway;

interface Share {
  /** How many gateways live. */
  gateways: number;
  /** What a silent gateway had may be taken. */
  takes: boolean;
}

/** Keeps what this instance owns up to its fair share of the docks, gives back what is above it, takes what lacks. */
const claimShare = async (
  { db }: Runtime,
  instanceId: string,
  now: number,
  { gateways, takes }: Share,
  { isFlying }: Pick<ClaimHandlers, 'isFlying'>,
): Promise<Claim[]> => {
  const renewed = await keepClaims(db, instanceId, now, await besideFormer(db, now));
  const share = Math.ceil((await countDocks(db)) / gateways);
  const idle = renewed.filter(({ dockOID }) => !isFlying(dockOID));
  const surplus = new Set(idle.slice(0, Math.max(0, renewed.length - share)).map(({ dockOID }) => dockOID));
  await releaseClaims(db, instanceId, [...surplus]);
  const kept = renewed.filter(({ dockOID }) => !surplus.has(dockOID));
  const taken = takes ? await takeClaims(db, instanceId, now, share - kept.length) : [];
  return [...kept, ...taken];
};

/** What this gateway speaks to: gained claims are handed over before they count as owned. */
const createOwned = (handlers: ClaimHandlers, log: Log) => {
  /** Docks that were handed over, and the fence of each. */
  const owned = new Map<string, number>();
  const handOver = async (claims: readonly Claim[]): Promise<void> => {
    const current = new Map(claims.map((claim) => [claim.dockOID, claim.fence]));
    const lost = [...owned].filter(([dockOID, fence]) => current.get(dockOID) !== fence);
    await eachOf(
      lost,
      lostAtOnce,
      async ([dockOID]) => {
        owned.delete(dockOID);
        await handlers.lost(dockOID);
      },
      log,
    );
    const take = async (some: readonly Claim[]): Promise<void> => {
      await handlers.gained(some);
      // Only now: a dock that could not be taken over is tried again at the next renewal.
      for (const { dockOID, fence } of some) owned.set(dockOID, fence);
    };
    const gained = claims.filter(({ dockOID }) => !owned.has(dockOID));
    for (let from = 0; from < gained.length; from += claimsAtOnce) {
      const some = gained.slice(from, from + claimsAtOnce);
      // One of them may be the reason: it must not keep the others out.
      await take(some).catch(() => eachOf(some, lostAtOnce, (claim) => take([claim]), log));
    }
  };
  return { owned, handOver };
};

/**
 * Divides the docks among the gateways that live: each renews what it owns, takes what nobody owns up to its
 * fair share, and gives back what is above it. One fenced gateway a dock at a time.
 */
export const createClaims = (
  runtime: Runtime,
  { instanceId, processes }: { instanceId: string; processes: readonly string[] },
  handlers: ClaimHandlers,
) => {
  const { db, log } = runtime;
  const startedAt = runtime.serverTime();
  const { owned, handOver } = createOwned(handlers, log);
  let timer: NodeJS.Timeout | null = null;
  /** Whether the last renewal could write: without that nothing can be sent, whatever else the database answers. */
  let healthy = true;

  /** The docks are to be divided. */
  let due = true;
  /** Their last division. */
  let divided = { at: 0, among: '' };
  let beatAt: number | null = null;
  let gatewaysNow = 1;
  /** When this one was found to have been away; its next division takes nothing. Null: it was not. */
  let awayAt: number | null = null;

  const divisions = createSerialRunner(async () => {
    due = false;
    const now = runtime.serverTime();
    const away = awayAt;
    const share: Share = { gateways: gatewaysNow, takes: away === null };
    await handOver(await claimShare(runtime, instanceId, now, share, handlers));
    if (awayAt === away) awayAt = null;
  });
  const beats = createSerialRunner(async () => {
    const now = runtime.serverTime();
    const gateways = await beat(db, { instanceId, startedAt, processes }, now);
    // Where this one could not write either, the others may have lost nothing but the same database.
    const wasAway = beatAt !== null && now - beatAt > limits.gateway.claimTtl;
    beatAt = now;
    const among = gateways.join();
    const isEarly = among === divided.among && now - divided.at < limits.gateway.claimEvery;
    gatewaysNow = Math.max(1, gateways.length);
    // Beats go on while a division waits: what it may not take it must not take after the next of them either.
    if (wasAway) awayAt = now;
    if (isEarly && !wasAway) return;
    divided = { at: now, among };
    due = true;
  });
  /** Each may fail where the database is away. */
  const watched = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
      healthy = true;
    } catch (error) {
      healthy = false;
      due = true;
      throw error;
    }
  };
  const turn = async (): Promise<void> => {
    await watched(beats.run);
    if (due) await watched(divisions.run);
  };
  const divide = (): Promise<void> => {
    due = true;
    return turn();
  };
  // Thousands of docks are handed over for longer than a claim counts: meanwhile the next turns say that this one lives.
  const warn = (error: unknown): void => log.warn({ err: error }, 'claims not renewed');
  const next = (): void => void turn().catch(warn);

  return {
    async start(): Promise<void> {
      await dropOwnClaims(db, instanceId);
      await turn();
      timer = setInterval(next, limits.gateway.beatEvery);
    },
    /** Says that this instance lives, and divides the docks where that is due. */
    beat: turn,
    healthy: (): boolean => healthy,
    /** A dock was added or removed: the docks are divided at once. */
    soon: (): void => void divide().catch(warn),
    /** The same, which ends once they are divided. */
    divide,
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      await beats.end();
      await divisions.end();
      await releaseClaims(db, instanceId, [...owned.keys()], true).catch(() => undefined);
      await leave(db, instanceId).catch(() => undefined);
      owned.clear();
    },
  };
};
