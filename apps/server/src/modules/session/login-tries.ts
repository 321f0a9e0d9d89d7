import { limits } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  createConcurrencyLimiter,
  createKeyedLimiter,
  tooBusy,
  type ConcurrencyLimiter,
} from '../../platform/concurrency-limiter.ts';
import { addressKey, captchaDue, type TryDecision } from './login-rule.ts';
import { beginTry, clearFailures, endTry, failTry, failureCounts } from './login.store.ts';

/** One try to prove an account by its password. */
export interface LoginTry {
  /** How long it may still wait for its turn to look at the password, ms. */
  readonly patience: number;
  /** It was wrong. */
  failed(): Promise<void>;
  /** It was right: the account starts again at zero. Part of the caller's transaction. */
  passed(trx: DbOrTrx): Promise<void>;
  /**
   * Called as soon as it can fail no more, and always at the end. A try that did not fail counts for
   * nothing. Never throws.
   */
  over(): Promise<void>;
  /** Whether the next try needs a captcha. */
  captchaDue(): Promise<boolean>;
}

export interface Asked {
  /** The account's key. */
  accountKey: string;
  address: string;
  captchaSolved: boolean;
  /** When it came in, by the monotonic clock: all that it waits for counts together. */
  arrived: number;
}

export type BegunTry = { kind: 'go'; run: LoginTry } | Exclude<TryDecision, { kind: 'go' | 'hold' }>;

export interface LoginTries {
  /** Where sign-ins use the database, a few at once: a flood of them leaves connections to everybody else. */
  atDesk: ConcurrencyLimiter;
  /**
   * Waits for tries under way that decide whether this one may look at the password.
   * @throws Refusal `tooManyRequests` when they are not over in time
   */
  begin(asked: Asked): Promise<BegunTry>;
}

/** The least time that a try gets for the password itself, ms. */
const LEAST = 500;

/** Until a try ends here, or may have ended on another server. */
function createWakeUps(every: number) {
  const waiting = new Set<() => void>();
  return {
    wake(): void {
      for (const one of waiting) one();
    },
    somethingEnded: (): Promise<void> =>
      new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, every);
        waiting.add(go);
      }),
  };
}

export function createLoginTries(
  runtime: Pick<Runtime, 'db' | 'log' | 'clock' | 'serverTime' | 'newOid'>,
): LoginTries {
  const { db, clock } = runtime;
  const { tryWait, tryPoll, triesWaiting } = limits.login;
  // Of one address only the first in line asks the database; it would answer the others alike.
  const inLine = createKeyedLimiter({ atOnce: 1, queue: triesWaiting, wait: tryWait });
  const atDesk = createConcurrencyLimiter({
    atOnce: limits.login.atDesk,
    queue: triesWaiting,
    wait: tryWait,
  });
  const { wake, somethingEnded } = createWakeUps(tryPoll);

  function running(oid: string, subjects: { account: string; address: string }, left: number): LoginTry {
    let isOver = false;
    return {
      patience: Math.max(LEAST, left),
      failed: () => failTry(db, oid, subjects, runtime.serverTime()),
      passed: (trx) => clearFailures(trx, subjects),
      async over() {
        if (isOver) return;
        isOver = true;
        // When the database is away it is forgotten by its age.
        await endTry(db, oid).catch((err: unknown) => runtime.log.debug({ err }, 'a try was not ended'));
        wake();
      },
      async captchaDue() {
        const counts = await failureCounts(db, subjects.account, subjects.address);
        return captchaDue(counts.account, counts.address, runtime.serverTime());
      },
    };
  }

  return {
    atDesk,
    begin({ accountKey, address: rawAddress, captchaSolved, arrived }) {
      const account = `account:${accountKey}`;
      const address = `address:${addressKey(rawAddress)}`;
      const attempt = { account, address, accountKey, rawAddress, captchaSolved };
      const oid = runtime.newOid();
      const left = (): number => tryWait - (clock.mono() - arrived);
      const inTime = async (): Promise<BegunTry> => {
        for (;;) {
          const beginning = () => beginTry(db, oid, attempt, runtime.serverTime());
          const decision = await atDesk(beginning, Math.max(LEAST, left()));
          if (decision.kind === 'go') return { kind: 'go', run: running(oid, { account, address }, left()) };
          if (decision.kind !== 'hold') return decision;
          if (left() <= 0) throw tooBusy();
          await somethingEnded();
        }
      };
      return inLine(address, inTime, Math.max(LEAST, left()));
    },
  };
}
