import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { commandByOid, onItsWay, type Command } from './command.store.ts';

/** Calls that wait for what becomes of their command, which the gateway of another server may be carrying out. */
export const createWaits = (runtime: Pick<Runtime, 'db' | 'clock'>) => {
  const waiters = new Map<string, Set<() => void>>();

  return {
    /** The database told of a change. */
    changed: (commandOID: string): void => waiters.get(commandOID)?.forEach((waiter) => waiter()),
    /** Waits until a command settles or `ms` pass; wakes by notification, looks by itself now and then. */
    async settled(oid: string, ms: number): Promise<Command> {
      const end = runtime.clock.mono() + ms;
      for (;;) {
        let timer: NodeJS.Timeout | undefined;
        const changed = new Promise<void>((resolve) => {
          const set = waiters.get(oid) ?? new Set();
          set.add(resolve);
          waiters.set(oid, set);
          timer = setTimeout(resolve, Math.max(10, Math.min(500, end - runtime.clock.mono())));
        });
        const command = await commandByOid(runtime.db, oid);
        if (!command) throw new Refusal('notFound');
        if (!onItsWay.has(command.state) || runtime.clock.mono() >= end) {
          clearTimeout(timer);
          waiters.delete(oid);
          return command;
        }
        await changed;
        clearTimeout(timer);
      }
    },
  };
};
export type Waits = ReturnType<typeof createWaits>;
