import type { Kysely, Transaction } from 'kysely';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Database } from './postgres/schema.ts';

export type Db = Kysely<Database>;
/** A room's store takes either, so that several rooms can share one transaction. */
export type DbOrTrx = Kysely<Database> | Transaction<Database>;

/** What every room is given. */
export interface Runtime {
  db: Db;
  log: Log;
  clock: Clock;
  /**
   * Epoch milliseconds that never jump: the wall clock at start plus monotonic time since. Leases, captchas,
   * challenges and times to live are counted on it.
   */
  serverTime(): number;
  newOid(): string;
}

/** A start/stop unit: the constructor stores, `start` works, `stop` leaves nothing behind. */
export interface Unit {
  name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}
