import { describe, expect, it } from 'vitest';
import { commandCalls } from '../command/command.calls.ts';
import { rolloutCalls } from './rollout.calls.ts';
import { rolloutStep, wavesOf, type RolloutDockState } from './rollout.ts';

const places = (...states: readonly [number, RolloutDockState][]) =>
  states.map(([wave, state]) => ({ wave, state }));

describe('a firmware rollout', () => {
  it('tries a package on the first wave, and goes on by so many', () => {
    expect(wavesOf(8, { firstWave: 1, waveSize: 3 })).toEqual([1, 2, 2, 2, 3, 3, 3, 4]);
    expect(wavesOf(2, { firstWave: 5, waveSize: 1 })).toEqual([1, 1]);
  });

  it('orders the first wave that waits, once all before it are upgraded', () => {
    expect(rolloutStep(places([1, 'waiting'], [2, 'waiting']))).toEqual({ do: 'order', wave: 1 });
    expect(rolloutStep(places([1, 'ordered'], [2, 'waiting']))).toEqual({ do: 'follow' });
    expect(rolloutStep(places([1, 'done'], [1, 'ordered'], [2, 'waiting']))).toEqual({ do: 'follow' });
    expect(rolloutStep(places([1, 'done'], [2, 'waiting'], [3, 'waiting']))).toEqual({
      do: 'order',
      wave: 2,
    });
    expect(rolloutStep(places([1, 'done'], [2, 'done']))).toEqual({ do: 'end' });
  });

  it('stops at the first dock that fails, whatever the others do', () => {
    expect(rolloutStep(places([1, 'failed'], [2, 'waiting']))).toEqual({ do: 'stop' });
    expect(rolloutStep(places([1, 'failed'], [1, 'ordered'], [2, 'waiting']))).toEqual({ do: 'stop' });
    expect(rolloutStep(places([1, 'done'], [2, 'failed']))).toEqual({ do: 'stop' });
  });

  it('names each dock once, and so many at a time', () => {
    const oid = '01900000-0000-7000-8000-000000000001';
    const request = { firmwareOID: oid, docks: [oid], firstWave: 1, waveSize: 50 };
    const faults = (part: object): string[] =>
      rolloutCalls.ask.request
        .safeParse({ ...request, ...part })
        .error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(faults({})).toEqual([]);
    expect(faults({ docks: [oid, oid] })).toEqual(['docks']);
    expect(faults({ docks: [] })).toEqual(['docks']);
    for (const size of [0, 51, 1.5, '1', null]) {
      expect(faults({ firstWave: size })).toEqual(['firstWave']);
      expect(faults({ waveSize: size })).toEqual(['waveSize']);
    }
    expect(commandCalls.ota.permission).toEqual(rolloutCalls.ask.permission);
  });
});
