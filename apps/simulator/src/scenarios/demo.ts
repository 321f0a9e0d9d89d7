import { startSimulatedDock, type SimulatedDock } from '../modules/dock/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { DemoBook, type KnownDock } from './demo.book.ts';
import { registerDock } from './demo.docks.ts';
import { flyPatrol, type Patrol } from './demo.patrol.ts';
import { demoDocks, demoRoutes, namedIn, type DemoDock, type DemoLanguage } from './demo.places.ts';
import { provideRoute } from './demo.routes.ts';
import { dockNote } from './dock-note.ts';
import { connectServer, type ServerCalls } from './server-calls.ts';

export interface DemoNaming {
  language: DemoLanguage;
  /** Nobody has signed in yet whose language it could be. */
  provisional: boolean;
}

export interface DemoOptions {
  server: string;
  brokerUrl: string;
  account: string;
  password: () => string;
  dataDir: string;
  /** In which the demo is named now; looked at again while `provisional`. */
  language: () => DemoNaming;
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
/** How often it is looked whether a first visitor has come, ms. */
const checkMs = 1_000;
const retryMinMs = 1000;
const retryMaxMs = 30_000;

/**
 * Fills an organisation through the public calls and keeps it alive: three docks, their routes, a patrol
 * every few minutes. Nothing the server says ends it; it waits and tries again.
 */
export function startDemo(options: DemoOptions): Demo {
  const { clock, log } = options;
  const calls = connectServer(options);
  const book = new DemoBook(options.dataDir);
  const docks: SimulatedDock[] = [];
  let stopped = false;
  const wakes = new Set<() => void>();
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      if (stopped) return resolve();
      const wake = () => {
        cancel();
        wakes.delete(wake);
        resolve();
      };
      const cancel = clock.after(ms, wake);
      wakes.add(wake);
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
    const naming = options.language();
    const patrols = await fill(naming.language);
    const named = naming.provisional ? rename(naming.language) : Promise.resolve();
    await pause(firstPatrolMs);
    await Promise.all([named, patrol(calls, dockByDock(patrols))]);
  }

  /** Docks and routes as they are wanted, whether they are there already or not. */
  async function fill(language: DemoLanguage): Promise<Patrol[]> {
    const patrols: Patrol[] = [];
    const known: (KnownDock | null)[] = [];
    for (const dock of namedIn(demoDocks, language)) {
      const registered = await insist('dock', () => registerDock(calls, book, dock, log));
      known.push(registered);
      if (registered && !stopped && docks.length < known.length)
        docks.push(startDock(options, dock, registered));
    }
    for (const route of namedIn(demoRoutes, language)) {
      const routeOID = await insist('route', () => provideRoute(calls, book, route, log));
      const dock = known[route.dock];
      if (routeOID && dock) patrols.push({ routeOID, dockOID: dock.oid, dockName: dock.name });
    }
    return patrols;
  }

  /** Waits for the first visitor, then calls everything in that language. */
  async function rename(from: DemoLanguage) {
    let naming = options.language();
    for (; !stopped && naming.provisional; naming = options.language()) await pause(checkMs);
    if (stopped || naming.language === from) return;
    log('demoRenamed', { language: naming.language });
    await fill(naming.language);
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
      for (const wake of wakes) wake();
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

const startDock = (
  options: DemoOptions,
  dock: DemoDock & { name: string },
  known: KnownDock,
): SimulatedDock =>
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
