import { startSimulatedDock, type SimulatedDock } from '../modules/dock/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { DockBook, registerDock, type KnownDock } from './demo.docks.ts';
import { flyPatrol, type Patrol } from './demo.patrol.ts';
import { demoDocks, demoRoutes, namedIn, type DemoDock, type DemoLanguage } from './demo.places.ts';
import { provideRoute } from './demo.routes.ts';
import { dockNote } from './dock-note.ts';
import { connectServer, type ServerCalls } from './server-calls.ts';

export interface DemoOptions {
  server: string;
  brokerUrl: string;
  account: string;
  password: () => string;
  dataDir: string;
  language: DemoLanguage;
  speed: number;
  clock: Clock;
  log: Log;
  /** Between two patrols, ms. */
  patrolEveryMs?: number | undefined;
  fallbackVideo?: string | undefined;
}

export interface Demo {
  docks(): readonly SimulatedDock[];
  stop(): Promise<void>;
}

const firstPatrolMs = 8_000;
/**
 * Between two take-offs in simulated seconds: shorter than a flight stays in the air, so that there is always one, and
 * a third of what a dock needs for a flight, so that the next dock is ready in time.
 */
export const patrolSeconds = 125;
/** Before a dock that could not fly is asked again, ms. */
const againMs = 5_000;
const retryMinMs = 1000;
const retryMaxMs = 30_000;

/**
 * Fills an organisation through the public calls and keeps it alive: three docks, their routes, a patrol
 * every few minutes. Nothing the server says ends it; it waits and tries again.
 */
export function startDemo(options: DemoOptions): Demo {
  const { clock, log } = options;
  const calls = connectServer(options);
  const book = new DockBook(options.dataDir);
  const docks: SimulatedDock[] = [];
  let stopped = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  /** Tries until there is a result. The wait doubles, so that a starting server is not hammered. */
  async function insist<T>(what: string, attempt: () => Promise<T | null>): Promise<T | null> {
    for (let wait = retryMinMs; !stopped; wait = Math.min(retryMaxMs, wait * 2)) {
      const result = await attempt();
      if (result !== null) return result;
      log('waiting', { what, ms: wait });
      await pause(wait);
    }
    return null;
  }

  async function run() {
    await insist('signIn', async () => ((await calls.signIn()) ? true : null));
    const patrols: Patrol[] = [];
    const known: (KnownDock | null)[] = [];
    const places = namedIn(demoDocks, options.language);
    for (const dock of places) {
      const registered = await insist('dock', () => registerDock(calls, book, dock, log));
      known.push(registered);
      if (registered && !stopped) docks.push(startDock(options, dock, registered));
    }
    for (const route of namedIn(demoRoutes, options.language)) {
      const routeOID = await insist('route', () => provideRoute(calls, route, log));
      const dock = known[route.dock];
      if (routeOID && dock)
        patrols.push({ routeOID, dockOID: dock.oid, dockName: places[route.dock]?.name ?? '' });
    }
    await pause(firstPatrolMs);
    await patrol(calls, dockByDock(patrols));
  }

  /** One patrol after another, dock by dock. A dock that cannot fly now costs only its turn. */
  async function patrol(server: ServerCalls, patrols: readonly Patrol[]) {
    const every = options.patrolEveryMs ?? (patrolSeconds * 1_000) / options.speed;
    for (let turn = 0; !stopped && patrols.length > 0; turn += 1) {
      const next = patrols[turn % patrols.length];
      const flown = next ? await flyPatrol(server, next, clock, log) : false;
      await pause(flown ? every : againMs);
    }
  }

  const running = run().catch((error: unknown) => log('demoFault', { message: String(error) }));
  return {
    docks: () => docks,
    stop: async () => {
      stopped = true;
      wake();
      await running;
      await Promise.all(docks.map((dock) => dock.stop()));
    },
  };
}

/** The patrols so that no dock has two turns in a row while another waits; its routes take turns too. */
export const dockByDock = (patrols: readonly Patrol[]): Patrol[] => {
  const docks = [...Map.groupBy(patrols, ({ dockOID }) => dockOID).values()];
  const rounds = Math.max(0, ...docks.map((own) => own.length));
  return Array.from({ length: rounds }, (_, round) =>
    docks.flatMap((own) => own[round % own.length] ?? []),
  ).flat();
};

const startDock = (options: DemoOptions, dock: DemoDock, known: KnownDock): SimulatedDock =>
  startSimulatedDock({
    ...dock,
    sn: known.sn,
    secret: known.secret,
    droneSn: known.droneSn,
    brokerUrl: options.brokerUrl,
    speed: options.speed,
    seed: known.sn,
    callsign: dock.name,
    memory: dockNote(options.dataDir, known.sn),
    clock: options.clock,
    log: options.log,
    fallbackVideo: options.fallbackVideo,
  });
