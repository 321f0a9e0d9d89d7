import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import type { Player } from './picture-player.ts';
import { createPlaces } from './play-picture.ts';
import { keepWatching, NoPlaceLeft, retryDelay, type WatchedPhase } from './watched-picture.ts';

const { picture } = limits;

/** What a player of the test does: frames that move until then, ms after it began, and when it breaks off. */
interface Given {
  movesFor: number;
  breaksAt?: number;
}

/** A page whose time moves only when something waits; it ends when no player is left to begin. */
const watched = async (tries: readonly (Given | 'noPlace' | 'fails')[]) => {
  let at = 0;
  const ended = new AbortController();
  const phases: WatchedPhase[] = [];
  const began: number[] = [];
  let open = 0;
  const left = [...tries];
  const playerOf = ({ movesFor, breaksAt = Infinity }: Given): Player => {
    const since = at;
    open += 1;
    return {
      position: () => Math.min(at - since, movesFor),
      broken: () => at - since >= breaksAt,
      close: () => (open -= 1),
    };
  };
  await keepWatching(
    {
      play: async () => {
        began.push(at);
        const next = left.shift();
        if (next === undefined) ended.abort(new Error('the test is over'));
        if (next === 'noPlace') throw new NoPlaceLeft();
        if (next === undefined || next === 'fails') throw new Error('no picture');
        return playerOf(next);
      },
      onPhase: (phase) => {
        if (phases.at(-1) !== phase) phases.push(phase);
      },
      now: () => at,
      wait: async (ms, signal) => {
        signal.throwIfAborted();
        at += ms;
      },
    },
    ended.signal,
  );
  return { phases, began, open };
};

it('plays, and begins again at once when it breaks off', async () => {
  const { phases, began, open } = await watched([{ movesFor: 60_000, breaksAt: 60_000 }, { movesFor: 0 }]);
  expect(phases).toEqual(['playing', 'waiting']);
  expect(began[1]).toBe(60_000 + picture.retryFirst);
  expect(open).toBe(0);
});

it('marks a picture that stands still, and gives up one whose connection died without a word', async () => {
  const { phases, began, open } = await watched([{ movesFor: 10_000 }]);
  expect(phases).toEqual(['playing', 'stalled', 'waiting']);
  expect(began[1]).toBeGreaterThanOrEqual(10_000 + picture.giveUp);
  expect(began[1]).toBeLessThan(10_000 + picture.giveUp + picture.retryFirst + 2 * picture.watchEvery);
  expect(open).toBe(0);
});

it('waits longer with each try that comes to nothing, and no longer than ever', async () => {
  const { phases, began } = await watched(Array.from({ length: 6 }, () => 'fails' as const));
  expect(phases).toEqual(['waiting']);
  const pauses = began.slice(1).map((at, n) => at - (began[n] ?? 0));
  expect(pauses).toEqual([1, 2, 3, 4, 5, 6].map(retryDelay));
  expect(pauses.at(-1)).toBe(picture.retryMost);
});

it('says that no place is left, and asks again later', async () => {
  const { phases, began } = await watched(['noPlace', { movesFor: 500, breaksAt: 500 }]);
  expect(phases).toEqual(['noPlace', 'playing', 'waiting']);
  expect(began[1]).toBe(picture.retryMost);
});

it('gives places away and back, each once', () => {
  const places = createPlaces(2);
  const first = places.take();
  expect(places.take()).not.toBeNull();
  expect(places.take()).toBeNull();
  first?.();
  first?.();
  expect(places.take()).not.toBeNull();
  expect(places.take()).toBeNull();
});
