import type { Unit } from '../platform/runtime.ts';

/** What was started, ended once and in the opposite order: what came last stands on what came first. */
export const createLifecycle = () => {
  const ends: (() => Promise<unknown> | void)[] = [];
  let stopping: Promise<void> | null = null;
  const endAll = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end();
  };
  return {
    async start(unit: Unit): Promise<void> {
      await unit.start();
      ends.push(() => unit.stop());
    },
    /** For what is running already. */
    endWith(end: () => Promise<unknown> | void): void {
      ends.push(end);
    },
    stop: (): Promise<void> => (stopping ??= endAll()),
  };
};
export type Lifecycle = ReturnType<typeof createLifecycle>;
