import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { commandByOid, onItsWay, type Command } from './command.store.ts';

/** Calls that wait for what becomes of their command, which the gateway of another server may be carrying out. */
export const createWaits = (runtime: Pick<Runtime, 'db' | 'clock'>) => {
  const waiters = new Map<string, Set<() => void>>();

  /** Begun before the command is read, so that no change in between is missed. */
  const begin = (oid: string, ms: number): { over: Promise<void>; end(): void } => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const waiting = waiters.get(oid) ?? new Set();
    waiters.set(oid, waiting.add(resolve));
    return {
      over,
      end() {
        clearTimeout(timer);
        waiting.delete(resolve);
        if (waiting.size === 0) waiters.delete(oid);
      },
    };
  };

  return {
    /** The database told of a change. */
    changed: (commandOID: string): void => waiters.get(commandOID)?.forEach((waiter) => waiter()),
    /** Waits until a command settles or `ms` pass; wakes by notification, looks by itself now and then. */
    async settled(oid: string, ms: number): Promise<Command> {
      const end = runtime.clock.mono() + ms;
      for (;;) {
        const wait = begin(oid, Math.max(10, Math.min(500, end - runtime.clock.mono())));
        try {
          const command = await commandByOid(runtime.db, oid);
          if (!command) throw new Refusal('notFound');
          if (!onItsWay.has(command.state) || runtime.clock.mono() >= end) return command;
          await wait.over;
        } finally {
          wait.end();
        }
      }
    },
  };
};
export type Waits = ReturnType<typeof createWaits>;
