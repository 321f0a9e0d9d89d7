import type { Listen } from '../platform/postgres/index.ts';

const patience = 2_000;

/**
 * Lets the registration of a dock wait until a gateway subscribes to it: a dock that connects the moment it has its
 * secret must not lose messages. Without a gateway the wait ends by itself.
 */
export const createSubscriptionWait = (listen: Listen) => {
  const waiting = new Map<string, () => void>();
  return {
    start: async (): Promise<void> => void (await listen('dock_heard', (oid) => waiting.get(oid)?.())),
    expect: (oid: string): { wait(): Promise<void> } => {
      let timer: NodeJS.Timeout | undefined;
      const heard = new Promise<void>((resolve) => {
        waiting.set(oid, resolve);
        timer = setTimeout(resolve, patience);
      }).finally(() => {
        clearTimeout(timer);
        waiting.delete(oid);
      });
      return { wait: () => heard };
    },
  };
};
