import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import {
  beat,
  countDocks,
  dropOwnClaims,
  leave,
  releaseClaims,
  renewClaims,
  takeClaims,
  type Claim,
} from './claims.store.ts';

export interface ClaimHandlers {
  gained(claim: Claim): Promise<void>;
  lost(dockOID: string): Promise<void>;
}

/**
 * Divides the docks among the gateways that live: each renews what it owns, takes what nobody owns up to its
 * fair share, and gives back what is above it. One fenced gateway a dock at a time.
 */
export const createClaims = (
  runtime: Runtime,
  instance: { instanceId: string; processes: readonly string[] },
  handlers: ClaimHandlers,
) => {
  const startedAt = runtime.serverTime();
  const owned = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let passing: Promise<void> | null = null;
  let again = false;
  /** The last turn could write: without that nothing can be sent, whatever else the database answers. */
  let healthy = true;

  const pass = async (): Promise<void> => {
    const now = runtime.serverTime();
    const gateways = await beat(runtime.db, { ...instance, startedAt }, now);
    const kept = await renewClaims(runtime.db, instance.instanceId, now);
    const share = Math.ceil((await countDocks(runtime.db)) / gateways);
    const surplus = kept.slice(share).map((claim) => claim.dockOID);
    await releaseClaims(runtime.db, instance.instanceId, surplus);
    const taken = await takeClaims(
      runtime.db,
      instance.instanceId,
      now,
      share - Math.min(kept.length, share),
    );
    const current = new Map([...kept.slice(0, share), ...taken].map((claim) => [claim.dockOID, claim.fence]));
    const lost = [...owned].filter(([dockOID, fence]) => current.get(dockOID) !== fence);
    await eachOf(lost, async ([dockOID]) => {
      owned.delete(dockOID);
      await handlers.lost(dockOID);
    });
    const gained = [...current].filter(([dockOID]) => !owned.has(dockOID));
    await eachOf(gained, async ([dockOID, fence]) => {
      await handlers.gained({ dockOID, fence });
      // Only now: a dock that could not be taken over is tried again at the next turn.
      owned.set(dockOID, fence);
    });
  };

  /** A few at a time, and one that fails keeps no other from its turn: all claims must be renewed in time. */
  const eachOf = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
    for (let from = 0; from < all.length; from += limits.gateway.claimsAtOnce) {
      const outcomes = await Promise.allSettled(
        all.slice(from, from + limits.gateway.claimsAtOnce).map(work),
      );
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          runtime.log.warn({ err: outcome.reason as unknown }, 'dock not handed over; it is tried again');
    }
  };

  const run = async (): Promise<void> => {
    if (passing) {
      again = true;
      return passing;
    }
    passing = pass()
      .then(
        () => {
          healthy = true;
        },
        (error: unknown) => {
          healthy = false;
          throw error;
        },
      )
      .finally(() => {
        passing = null;
      });
    await passing;
    if (again) {
      again = false;
      await run();
    }
  };

  return {
    async start(): Promise<void> {
      await dropOwnClaims(runtime.db, instance.instanceId);
      await run();
      timer = setInterval(() => {
        run().catch((error: unknown) => runtime.log.warn({ err: error }, 'claims not renewed'));
      }, limits.gateway.claimEvery);
    },
    healthy: (): boolean => healthy,
    /** A dock came or went: look at once instead of at the next turn. */
    soon: (): void =>
      void run().catch((error: unknown) => runtime.log.warn({ err: error }, 'claims not renewed')),
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      await passing?.catch(() => undefined);
      await releaseClaims(runtime.db, instance.instanceId, [...owned.keys()]).catch(() => undefined);
      await leave(runtime.db, instance.instanceId).catch(() => undefined);
      owned.clear();
    },
  };
};
