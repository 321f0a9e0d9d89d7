import type { DemoBook } from '../demo.book.ts';
import type { DemoRoom } from '../demo-room.ts';
import { demoDocks } from './dock.ts';
import { demoRoutes } from './route.ts';
import { flyPatrol, type Patrol } from '../demo.patrol.ts';

const firstPatrolMs = 8_000;
/**
 * Between two take-offs in simulated seconds: shorter than a flight stays in the air, so that there is always one, and
 * a third of what a dock needs for a flight, so that the next dock is ready in time.
 */
export const patrolSeconds = 125;
/** Before a dock that could not fly is asked again, ms. */
const againMs = 5_000;

/** The patrols so that no dock has two turns in a row while another waits; its routes take turns too. */
export const dockByDock = (patrols: readonly Patrol[]): Patrol[] => {
  const docks = [...Map.groupBy(patrols, ({ dockOID }) => dockOID).values()];
  const rounds = Math.max(0, ...docks.map((own) => own.length));
  return Array.from({ length: rounds }, (_, round) =>
    docks.flatMap((own) => own[round % own.length] ?? []),
  ).flat();
};

const patrolsOf = (book: DemoBook): Patrol[] =>
  demoRoutes.flatMap(({ key, dock: place }) => {
    const route = book.route(key);
    const dock = book.dock(demoDocks[place]?.prefix ?? '');
    return route && dock ? [{ routeOID: route.oid, dockOID: dock.oid, dockName: dock.name }] : [];
  });

/** One patrol after another, dock by dock. A dock that cannot fly now costs only its turn. */
export const demo: DemoRoom = {
  async run({ calls, book, clock, log, pause, ended, speed, patrolEveryMs }) {
    const patrols = dockByDock(patrolsOf(book));
    const every = patrolEveryMs ?? (patrolSeconds * 1_000) / speed;
    await pause(firstPatrolMs);
    for (let turn = 0; !ended() && patrols.length > 0; turn += 1) {
      const next = patrols[turn % patrols.length];
      const flown = next ? await flyPatrol(calls, next, clock, log) : false;
      await pause(flown ? every : againMs);
    }
  },
};
