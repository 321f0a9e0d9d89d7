import { limits } from '@eyrie/domain';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Unit } from './runtime.ts';
import type { Settings } from './settings.ts';

type Process = Settings['processes'][number];

/** Work that a server does again and again by itself: a room exports `timers` beside its endpoints. */
export interface Timer {
  /** `<room>.<what>`; people read the phrase `timer.<name>`. */
  name: string;
  /** From the beginning of one run to the beginning of the next, ms. */
  every: number;
  /** A throw is a failure: counted, logged once until it changes, and tried again at the next turn. */
  run(): Promise<unknown> | void;
  /**
   * `instance`: each server for itself. `any`: one server a period, whichever comes first, and never two at once; it has
   * to stand a second server all the same, because the one that runs it may lose its connection to the database.
   */
  once: 'instance' | 'any';
  /** Only servers with this process have it. Missing: of `any` the scheduler, of `instance` every server. */
  process?: Process;
  /** It needs no database, and goes on while that is away. Not for `any`. */
  withoutDatabase?: true;
  /** It keeps true what a process remembers of the database: the process of bulk calls, which has no other, runs it too. */
  remembers?: true;
  /** The first run is at the start of the server, not within a period of it. */
  atStart?: true;
}

/** What is known of a timer on this server. Moments are epoch milliseconds. */
export interface TimerState extends Pick<Timer, 'name' | 'every' | 'once'> {
  /** The beginning of the last run; null: there was none here. */
  lastRunAt: number | null;
  /** How long the last run took that ended, ms. */
  took: number | null;
  running: boolean;
  nextAt: number | null;
  /** Since the start of the server. */
  failures: number;
  /** Null: the last run went well. */
  failingSince: number | null;
}

export interface TimersDependencies {
  log: Log;
  clock: Pick<Clock, 'mono'>;
  serverTime(): number;
  databaseUp(): boolean;
  /** Whether this server runs a process. */
  runs(process: Process): boolean;
  /** Asks for one run of a timer of `any`. @returns what ends it; null: another server has or had it */
  takeTurn(timer: Pick<Timer, 'name' | 'every'>): Promise<(() => Promise<void>) | null>;
  /** From 0 to 1. */
  random?(): number;
}

export interface Timers {
  /** Runs timers from its start to its stop. Those of processes that this server does not run are left out. */
  unit(name: string, timers: readonly Timer[]): Unit;
  /** Of every timer that was started, in the order of their start. */
  states(): TimerState[];
}

const here = async (): Promise<void> => undefined;
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What became of the runs of a timer: counted, and logged where it changed. */
const createOutcomes = (state: TimerState, { log, serverTime }: TimersDependencies) => {
  let said: string | null = null;
  return {
    failed(error: unknown): void {
      state.failures += 1;
      state.failingSince ??= Math.round(serverTime());
      if (said !== textOf(error)) log.warn({ err: error, timer: state.name }, 'a timer fails');
      said = textOf(error);
    },
    worked(): void {
      if (state.failingSince !== null) log.info({ timer: state.name }, 'a timer works again');
      state.failingSince = null;
      said = null;
    },
  };
};

/** One timer: its runs one after the other. */
const createOne = (timer: Timer, deps: TimersDependencies) => {
  const { name, every, once } = timer;
  const now = (): number => Math.round(deps.serverTime());
  const never = { lastRunAt: null, took: null, running: false, nextAt: null, failingSince: null };
  const state: TimerState = { name, every, once, failures: 0, ...never };
  const outcomes = createOutcomes(state, deps);
  let handle: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;

  const runOnce = async (): Promise<void> => {
    const began = deps.clock.mono();
    state.lastRunAt = now();
    state.running = true;
    try {
      await timer.run();
      outcomes.worked();
    } finally {
      state.took = Math.round(deps.clock.mono() - began);
      state.running = false;
    }
  };
  const attempt = async (): Promise<void> => {
    try {
      const endTurn = once === 'any' ? await deps.takeTurn(timer) : here;
      if (!endTurn) return;
      try {
        await runOnce();
      } finally {
        await endTurn();
      }
    } catch (error) {
      outcomes.failed(error);
    }
  };
  const tick = (): void => {
    state.nextAt = now() + every;
    if (!timer.withoutDatabase && !deps.databaseUp()) return;
    underWay ??= attempt().finally(() => {
      underWay = null;
    });
  };

  return {
    name,
    state: (): TimerState => ({ ...state }),
    start(): void {
      if (timer.atStart) tick();
      // Servers that were started together do not all run it at the same moment. Never later than a period.
      const first = Math.ceil(every * (1 - (deps.random ?? Math.random)() / 2));
      state.nextAt = now() + first;
      handle = setTimeout(() => {
        tick();
        handle = setInterval(tick, every).unref();
      }, first).unref();
    },
    /** @returns the run under way */
    stop(): Promise<void> | null {
      clearTimeout(handle);
      state.nextAt = null;
      return underWay;
    },
  };
};

type One = ReturnType<typeof createOne>;

/** Ends timers, and waits a while for those that are in the middle of a run. @returns the names of those that are still */
const stopAll = async (started: readonly One[]): Promise<string[]> => {
  const left = new Set<string>();
  const ending = started.map(async (one) => {
    const run = one.stop();
    if (!run) return;
    left.add(one.name);
    await run;
    left.delete(one.name);
  });
  let bound: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    bound = setTimeout(resolve, limits.operation.timer.stopWithin);
  });
  await Promise.race([Promise.all(ending), late]);
  clearTimeout(bound);
  return [...left];
};

/** Runs the timers of a server: none beside itself, and a failure ends none. */
export const createTimers = (deps: TimersDependencies): Timers => {
  const all: One[] = [];
  const runsHere = ({ process, once }: Timer): boolean => {
    const only = process ?? (once === 'any' ? 'scheduler' : undefined);
    return only === undefined || deps.runs(only);
  };
  return {
    unit(name, timers) {
      const own = timers.filter(runsHere).map((timer) => createOne(timer, deps));
      return {
        name,
        async start() {
          for (const one of own) {
            if (all.some((other) => other.name === one.name))
              throw new Error(`two timers are called ${one.name}`);
            all.push(one);
            one.start();
          }
        },
        async stop() {
          const left = await stopAll(own);
          if (left.length > 0) deps.log.warn({ timers: left }, 'timers were left in the middle of a run');
        },
      };
    },
    states: () => all.map((one) => one.state()),
  };
};
