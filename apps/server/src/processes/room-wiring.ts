import type { DbOrTrx, Runtime } from '../platform/runtime.ts';
import type { Foundation } from './foundation.ts';
import type { RoomOptions } from './room-options.ts';

/**
 * What every room may be made of: the parts of this server, and what was chosen for it.
 *
 * `processes/rooms/<word>.ts` says how a room is made: `make` with the rooms that it names in `needs`, `endpoints` with
 * any room once all are made, `timers` likewise for what it does again and again by itself, `units` to be started with the
 * server, `fill` for a new organisation, `notifications` for what members are notified of after a call. rooms.generated.ts joins them in the order of their needs.
 */
export interface RoomBase extends Omit<Foundation, 'stop' | 'embeddedBroker'>, RoomOptions {
  /** Gives a new organisation what its rooms begin with, in the transaction that makes it. */
  fill(trx: DbOrTrx, groupRoot: string): Promise<void>;
}

/** What a new organisation begins with in one room. */
export type RoomFiller = (
  runtime: Pick<Runtime, 'newOid'>,
) => (trx: DbOrTrx, groupRoot: string) => Promise<void>;
