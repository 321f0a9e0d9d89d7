import { EventEmitter } from 'node:events';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { commandByOid, onItsWay, type Command } from './command.store.ts';

/** Until a command changes, or some time is over. */
export interface Wait {
  over: Promise<void>;
  end(): void;
}

/** A notification may be lost, ms. */
const pollEvery = 500;

/** Lets calls wait for the outcome of a command, which the gateway of another server may be carrying out. */
export const createWaits = (runtime: Pick<Runtime, 'db' | 'clock'>) => {
  const waiters = new EventEmitter().setMaxListeners(0);
  /** Commands that a gateway should claim soon, and whether it reported that it cannot. */
  const claims = new Map<string, { failed: boolean }>();

  /** Begun before the command is read, so that no change in between is missed. */
  const begin = (oid: string, ms: number): Wait => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    waiters.on(oid, resolve);
    return {
      over,
      end() {
        clearTimeout(timer);
        waiters.off(oid, resolve);
      },
    };
  };

  const waitFor = async (oid: string, ms: number, givenUp: () => boolean, begun?: Wait): Promise<Command> => {
    const end = runtime.clock.mono() + ms;
    if (begun) await begun.over.finally(begun.end);
    for (;;) {
      const wait = begin(oid, Math.max(10, Math.min(pollEvery, end - runtime.clock.mono())));
      try {
        const command = await commandByOid(runtime.db, oid);
        if (!command) throw new Refusal('notFound');
        if (!onItsWay.has(command.state) || givenUp() || runtime.clock.mono() >= end) return command;
        await wait.over;
      } finally {
        wait.end();
      }
    }
  };
  const changed = (commandOID: string): void => void waiters.emit(commandOID);

  return {
    /** The database notified a change. */
    changed,
    /** The gateway notified that it cannot claim a command now. */
    notClaimed(commandOID: string): void {
      const claim = claims.get(commandOID);
      if (!claim) return;
      claim.failed = true;
      changed(commandOID);
    },
    /** Begins to wait for a command before it is stored: what is known to be drafted need not be read to learn that. */
    begin: (oid: string): Wait => begin(oid, pollEvery),
    /** Waits until a command settles or `ms` pass. Wakes by notification, and polls in case one was lost. */
    settled: (oid: string, ms: number, begun?: Wait): Promise<Command> =>
      waitFor(oid, ms, () => false, begun),
    /** The same, but ends when the gateway notifies that it cannot claim the command. */
    async claimed(oid: string, ms: number, begun?: Wait): Promise<Command> {
      const claim = { failed: false };
      claims.set(oid, claim);
      try {
        return await waitFor(oid, ms, () => claim.failed, begun);
      } finally {
        claims.delete(oid);
      }
    },
  };
};
export type Waits = ReturnType<typeof createWaits>;
