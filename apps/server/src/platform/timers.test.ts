import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import type { Log } from './log.ts';
import { createTimers, type Timer, type TimersDependencies } from './timers.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_760_000_000_000 }));
afterEach(() => vi.useRealTimers());

/** A run that ends when the test says so. */
const held = () => {
  const ends: ((error?: Error) => void)[] = [];
  return {
    run: vi.fn<() => Promise<void>>(
      () =>
        new Promise<void>((resolve, reject) => {
          ends.push((error) => (error ? reject(error) : resolve()));
        }),
    ),
    end: async (error?: Error): Promise<void> => {
      ends.shift()?.(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

const openTimers = (own: Partial<TimersDependencies> = {}) => {
  const lines: string[] = [];
  const note = (_facts: unknown, text: string): void => void lines.push(text);
  const timers = createTimers({
    log: { warn: note, info: note } as unknown as Log,
    clock: { mono: () => performance.now() },
    serverTime: () => Date.now(),
    databaseUp: () => true,
    runs: () => true,
    takeTurn: async () => async () => undefined,
    random: () => 0,
    ...own,
  });
  return { timers, lines, state: () => timers.states()[0] };
};
const started = async (timer: Partial<Timer> & Pick<Timer, 'run'>, own: Partial<TimersDependencies> = {}) => {
  const opened = openTimers(own);
  const unit = opened.timers.unit('timers', [
    { name: 'dock.look', every: 1_000, once: 'instance', ...timer },
  ]);
  await unit.start();
  return { ...opened, unit };
};
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('a timer', () => {
  it('runs once a period, and says when it ran, how long that took and when it runs next', async () => {
    const { run, end } = held();
    const { state } = await started({ run });
    expect(state()).toMatchObject({ lastRunAt: null, took: null, nextAt: Date.now() + 1_000 });
    await pass(1_000);
    const first = Date.now();
    expect(state()).toMatchObject({ lastRunAt: first, took: null, running: true, nextAt: first + 1_000 });
    await pass(300);
    await end();
    expect(state()).toMatchObject({ lastRunAt: first, took: 300, running: false, failures: 0 });
    await pass(700);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('never runs beside itself, however long a run takes', async () => {
    const { run, end } = held();
    await started({ run });
    await pass(5_000);
    expect(run).toHaveBeenCalledTimes(1);
    await end();
    await pass(1_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('goes on after a failure, which is counted, and logged when it changes', async () => {
    let fault: string | null = 'no room';
    const run = async (): Promise<void> => {
      if (fault !== null) throw new Error(fault);
    };
    const { state, lines } = await started({ run });
    await pass(3_000);
    expect(state()).toMatchObject({ failures: 3, failingSince: Date.now() - 2_000 });
    expect(lines).toEqual(['a timer fails']);
    fault = 'no answer';
    await pass(2_000);
    expect(lines).toEqual(['a timer fails', 'a timer fails']);
    fault = null;
    await pass(2_000);
    expect(lines).toEqual(['a timer fails', 'a timer fails', 'a timer works again']);
    expect(state()).toMatchObject({ failures: 5, failingSince: null });
  });

  it('counts what is thrown before anything is waited for', async () => {
    const { state } = await started({
      run: () => {
        throw new Error('at once');
      },
    });
    await pass(1_000);
    expect(state()).toMatchObject({ failures: 1, running: false });
  });

  it('rests while the database is known to be away, unless it needs none', async () => {
    let up = false;
    const [needing, free] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { timers } = openTimers({ databaseUp: () => up });
    const common = { every: 1_000, once: 'instance' } as const;
    const unit = timers.unit('timers', [
      { ...common, name: 'dock.need', run: needing },
      { ...common, name: 'dock.free', run: free, withoutDatabase: true },
    ]);
    await unit.start();
    await pass(2_000);
    expect([needing.mock.calls.length, free.mock.calls.length]).toEqual([0, 2]);
    expect(timers.states()[0]).toMatchObject({ failures: 0, lastRunAt: null });
    up = true;
    await pass(1_000);
    expect([needing.mock.calls.length, free.mock.calls.length]).toEqual([1, 3]);
  });

  it('comes first within a period, at a moment of its own on each server', async () => {
    const [early, late] = [vi.fn<() => void>(), vi.fn<() => void>()];
    await started({ run: early }, { random: () => 0.999 });
    await started({ run: late }, { random: () => 0 });
    await pass(510);
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 0]);
    await pass(490);
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1]);
    // And a period after that, whenever the first was.
    await pass(510);
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 1]);
  });

  it('runs at the start where it says so', async () => {
    const run = vi.fn<() => void>();
    await started({ run, atStart: true });
    await pass(0);
    expect(run).toHaveBeenCalledTimes(1);
    await pass(1_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('has a name of its own', async () => {
    const { timers } = await started({ run: vi.fn<() => void>() });
    const again = timers.unit('more', [
      { name: 'dock.look', every: 1, once: 'instance', run: vi.fn<() => void>() },
    ]);
    await expect(again.start()).rejects.toThrow('two timers are called dock.look');
  });
});

describe('a timer of a process', () => {
  const runOn = async (timer: Partial<Timer>, processes: readonly string[]): Promise<boolean> => {
    const run = vi.fn<() => void>();
    await started({ ...timer, run }, { runs: (process) => processes.includes(process) });
    await pass(1_000);
    return run.mock.calls.length > 0;
  };

  it.each([
    [{ process: 'gateway' }, ['gateway'], true],
    [{ process: 'gateway' }, ['api', 'scheduler'], false],
    [{ once: 'any' }, ['scheduler'], true],
    [{ once: 'any' }, ['api', 'gateway'], false],
    [{}, ['api'], true],
  ] as const)('%j on %j: %s', async (timer, processes, expected) => {
    expect(await runOn(timer, processes)).toBe(expected);
  });
});

describe('a timer of which one server is enough', () => {
  it('runs only with the turn, and gives it back, however the run ends', async () => {
    const turns: string[] = [];
    let free = true;
    const { run, end } = held();
    const { state } = await started(
      { run, once: 'any' },
      {
        takeTurn: async ({ name, every }) => {
          turns.push(`${name} ${every} ${free}`);
          return free ? async () => void turns.push('given back') : null;
        },
      },
    );
    await pass(1_000);
    await end(new Error('no'));
    expect(turns).toEqual(['dock.look 1000 true', 'given back']);
    expect(state()).toMatchObject({ failures: 1 });
    free = false;
    const before = state()?.lastRunAt;
    await pass(1_000);
    expect(run).toHaveBeenCalledTimes(1);
    // That another server had the turn is no failure and no run.
    expect(state()).toMatchObject({ failures: 1, lastRunAt: before });
  });

  it('fails where the turn cannot be asked for', async () => {
    const run = vi.fn<() => void>();
    const { state } = await started(
      { run, once: 'any' },
      { takeTurn: () => Promise.reject(new Error('no connection')) },
    );
    await pass(1_000);
    expect(run).not.toHaveBeenCalled();
    expect(state()).toMatchObject({ failures: 1, failingSince: Date.now() });
  });
});

describe('the stop', () => {
  it('waits for the run under way and begins none', async () => {
    const { run, end } = held();
    const { unit, lines } = await started({ run });
    await pass(1_000);
    let stopped = false;
    const stop = unit.stop().then(() => (stopped = true));
    await pass(1_500);
    expect([stopped, run.mock.calls.length]).toEqual([false, 1]);
    await end();
    await stop;
    await pass(5_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(lines).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for ever, and says what it left', async () => {
    const { run } = held();
    const { unit, lines } = await started({ run });
    await pass(1_000);
    const stop = unit.stop();
    await pass(limits.operation.timer.stopWithin);
    await stop;
    expect(lines).toEqual(['timers were left in the middle of a run']);
  });
});
