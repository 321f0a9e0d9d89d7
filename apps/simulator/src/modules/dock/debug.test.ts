import { describe, expect, it } from 'vitest';
import { DebugBench } from './debug.ts';
import type { DebugHost } from './debug-host.ts';

/** A dock in remote debugging whose time runs to the end of each job at once. */
const benchWith = (differs: Partial<DebugHost> = {}) => {
  const forced: string[] = [];
  const reported: unknown[] = [];
  const host = {
    inDebug: () => true,
    airborne: () => true,
    flies: () => false,
    inside: () => false,
    stopped: () => false,
    lacks: () => false,
    fault: () => null,
    forceCover: () => void forced.push('forced'),
    cover: () => void forced.push('closed'),
    later: (_seconds: number, run: () => void) => run(),
    report: (method: string, bid: string, data: unknown) => void reported.push([method, bid, data]),
    ...differs,
  } as unknown as DebugHost;
  return { bench: new DebugBench(host), forced, reported };
};

describe('a simulated cover', () => {
  it('is closed by force over an empty pad, and tells percent without steps', () => {
    const { bench, forced, reported } = benchWith();
    expect(bench.command('cover_force_close', 'B')).toMatchObject({ result: 0 });
    expect(forced).toEqual(['forced']);
    expect(reported).toHaveLength(3);
    expect(reported.at(-1)).toEqual([
      'cover_force_close',
      'B',
      { result: 0, output: { status: 'ok', progress: { percent: 100 } } },
    ]);
  });

  it.each([
    ['an aircraft stands on the pad', { inside: () => true }],
    ['its aircraft is in the air', { flies: () => true }],
  ] satisfies [string, Partial<DebugHost>][])('is not closed by force while %s', (_, differs) => {
    const { bench, forced } = benchWith(differs);
    expect(bench.command('cover_force_close', 'B')).toBe(314_000);
    expect(forced).toEqual([]);
  });

  it('is closed in the usual way only with its aircraft at home', () => {
    const { bench, forced } = benchWith();
    expect(bench.command('cover_close', 'B')).toBe(314_000);
    expect(forced).toEqual([]);
    const home = benchWith({ airborne: () => false, inside: () => true });
    expect(home.bench.command('cover_close', 'B')).toMatchObject({ result: 0 });
    expect(home.forced).toEqual(['closed']);
  });
});
