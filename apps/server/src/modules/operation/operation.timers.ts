import { limits } from '@eyrie/domain';
import type { Runtime, Unit } from '../../platform/runtime.ts';

/** Periodic steps that any server may run. One that fails is tried again at the next tick. */
export function createDueSteps(
  runtime: Pick<Runtime, 'log'>,
  steps: Readonly<Record<string, () => Promise<void>>>,
): Unit {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const all = async (): Promise<void> => {
    for (const [name, step] of Object.entries(steps))
      await step().catch((error: unknown) => runtime.log.debug({ err: error, name }, 'looked for nothing'));
  };
  const tick = (): void => {
    running ??= all().finally(() => (running = null));
  };
  return {
    name: 'what is due',
    async start() {
      timer = setInterval(tick, limits.operation.notice.dueEvery);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
