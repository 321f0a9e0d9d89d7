import type { SimulatedDock } from '../modules/dock/index.ts';
import type { DemoLanguage, DemoWorld } from './demo-room.ts';
import { DemoBook } from './demo.book.ts';
import { demoRooms } from './demo.generated.ts';
import { demoDocksOf } from './demo/dock.ts';
import { connectServer } from './server-calls.ts';

export interface DemoNaming {
  language: DemoLanguage;
  /** Nobody has signed in yet whose language it could be. */
  provisional: boolean;
}

export interface DemoOptions extends Pick<
  DemoWorld,
  'brokerUrl' | 'dataDir' | 'repairs' | 'speed' | 'clock' | 'log' | 'patrolEveryMs' | 'fallbackVideo'
> {
  server: string;
  account: string;
  password: () => string;
  /** In which the demo is named now; looked at again while `provisional`. */
  language: () => DemoNaming;
}

export interface Demo {
  docks(): readonly SimulatedDock[];
  stop(): Promise<void>;
}

/** How often it is looked whether a first visitor has come, ms. */
const checkMs = 1_000;
const retryMinMs = 1000;
const retryMaxMs = 30_000;

/** Waits that end with the demo. */
const createWaits = ({ clock, log }: Pick<DemoOptions, 'clock' | 'log'>) => {
  let stopped = false;
  const wakes = new Set<() => void>();
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve();
      const wake = () => {
        cancel();
        wakes.delete(wake);
        resolve();
      };
      const cancel = clock.after(ms, wake);
      wakes.add(wake);
    });
  return {
    pause,
    ended: () => stopped,
    /** The wait doubles, so that a starting server is not hammered. */
    async insist<T>(what: string, attempt: () => Promise<T | null>): Promise<T | null> {
      for (let wait = retryMinMs; !stopped; wait = Math.min(retryMaxMs, wait * 2)) {
        const result = await attempt();
        if (result !== null) return result;
        log('waiting', { what, ms: wait });
        await pause(wait);
      }
      return null;
    },
    end(): void {
      stopped = true;
      for (const wake of wakes) wake();
    },
  };
};

/**
 * Fills an organisation through the public calls and keeps it alive, room by room. Nothing the server says ends it; it
 * waits and tries again.
 */
export function startDemo(options: DemoOptions): Demo {
  const { log } = options;
  const { end, ...waits } = createWaits(options);
  const calls = connectServer(options);
  const world: DemoWorld = { ...options, ...waits, calls, book: new DemoBook(options.dataDir) };

  async function fill(language: DemoLanguage): Promise<void> {
    for (const room of demoRooms) await room.fill?.(world, language);
  }

  /** Waits for the first visitor, then calls everything in that language. */
  async function rename(from: DemoLanguage): Promise<void> {
    let naming = options.language();
    for (; !world.ended() && naming.provisional; naming = options.language()) await world.pause(checkMs);
    if (world.ended() || naming.language === from) return;
    log('demoRenamed', { language: naming.language });
    await fill(naming.language);
  }

  async function run(): Promise<void> {
    await world.insist('signIn', async () => ((await calls.signIn()) ? true : null));
    const naming = options.language();
    await fill(naming.language);
    await Promise.all([
      naming.provisional ? rename(naming.language) : Promise.resolve(),
      ...demoRooms.map((room) => room.run?.(world)),
    ]);
  }

  const running = run().catch((error: unknown) => log('demoFault', { message: String(error) }));
  return {
    docks: () => demoDocksOf(world),
    stop: async () => {
      end();
      await running;
      for (const room of demoRooms) await room.stop?.(world);
    },
  };
}
