import type { Unit } from '../../platform/runtime.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { RouteDeps } from './route.deps.ts';
import { untimedRoutes } from './route-times.store.ts';

/** ms after the start until the first is judged, and between two: the thread that judges has others to serve. */
const pause = { first: 30_000, next: 250 };
/** Routes that are asked for at once. */
const piece = 20;

/**
 * Judges routes that were stored before it was counted how long the whole flight takes, each once and one after the other, as
 * their own department sees what is around them.
 */
export function createRouteTimes(
  { db, log }: Pick<RouteDeps['runtime'], 'db' | 'log'>,
  checkNow: (oid: string, scope: Scope) => Promise<void>,
): Unit & { all(wait?: (ms: number) => Promise<void>): Promise<void> } {
  let ended = false;
  let timer: NodeJS.Timeout | null = null;
  let wake: () => void = () => undefined;
  let working: Promise<void> = Promise.resolve();
  const later = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, ms);
      timer.unref();
    });

  async function all(wait = later): Promise<void> {
    let after: string | null = null;
    while (!ended) {
      const routes = await untimedRoutes(db, after, piece);
      if (routes.length === 0) return;
      for (const { oid, ...scope } of routes) {
        if (ended) return;
        after = oid;
        // One whose file is gone stays as it is; all others have their turn.
        await checkNow(oid, scope).catch((err: unknown) => log.warn({ err, route: oid }, 'route not judged'));
        await wait(pause.next);
      }
    }
  }

  return {
    name: 'times of routes',
    all,
    async start(): Promise<void> {
      working = later(pause.first)
        .then(() => all())
        .catch((err: unknown) => log.warn({ err }, 'times of routes not counted'));
    },
    async stop(): Promise<void> {
      ended = true;
      if (timer) clearTimeout(timer);
      wake();
      await working;
    },
  };
}
