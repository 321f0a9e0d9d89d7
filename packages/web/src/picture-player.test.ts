import { limits } from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { describe, expect, it } from 'vitest';
import {
  createWayMemory,
  fallbacks,
  playBest,
  WhepFailed,
  type Fallback,
  type LinkedPlayer,
  type Way,
} from './picture-player.ts';

const { picture } = limits;

/** A page whose time moves only when the player waits; pictures by WebRTC as the test wants them. */
const setUp = (tries: readonly (Partial<LinkedPlayer> | Fallback | 'noStream')[]) => {
  let at = 0;
  let frame = 0;
  const ways: Way[] = [];
  const closed: string[] = [];
  const noted: Fallback[] = [];
  const left = [...tries];
  const moving = (name: string): LinkedPlayer => ({
    position: () => (frame += 1),
    broken: () => false,
    standing: async () => 'sending',
    close: () => closed.push(name),
  });
  const done = Promise.withResolvers<void>();
  const play = playBest({
    whep: async () => {
      const next = left.shift();
      if (next === undefined) {
        done.resolve();
        return moving('whep');
      }
      if (typeof next === 'string') throw new WhepFailed(next);
      return { ...moving('whep'), ...next };
    },
    flv: async () => {
      done.resolve();
      return moving('flv');
    },
    onWay: (way) => ways.push(way),
    onFallback: (why) => noted.push(why),
    now: () => at,
    wait: async (ms, signal) => {
      await new Promise(setImmediate);
      signal.throwIfAborted();
      at += ms;
    },
  });
  return { play, ways, closed, noted, done: done.promise, time: () => at };
};
const still = (more: Partial<LinkedPlayer> = {}): Partial<LinkedPlayer> => ({ position: () => 7, ...more });

describe('a picture', () => {
  it('comes by WebRTC where that works', async () => {
    const { play, ways, noted } = setUp([{}]);
    const player = await play;
    expect([ways, noted]).toEqual([[{ kind: 'whep' }], []]);
    player.close();
  });

  it.each(fallbacks.filter((why) => why !== 'freezes'))('comes by FLV for the reason %s', async (why) => {
    const { play, ways, noted } = setUp([why]);
    const player = await play;
    expect([ways, noted]).toEqual([[{ kind: 'flv', why }], [why]]);
    expect(player.broken()).toBe(false);
    player.close();
  });

  it('that is not there is not looked for by FLV', async () => {
    const { play, ways } = setUp(['noStream']);
    await expect(play).rejects.toThrow('noStream');
    expect(ways).toEqual([]);
  });

  it('is brought back by WebRTC within 1.5 s when its process ended in silence', async () => {
    const { play, ways, closed, done, time } = setUp([still({ standing: async () => 'gone' })]);
    const player = await play;
    await done;
    await expect.poll(() => ways).toEqual([{ kind: 'whep' }, { kind: 'whep' }]);
    expect(closed).toEqual(['whep']);
    expect(time()).toBeLessThanOrEqual(1_500);
    expect(player.broken()).toBe(false);
    player.close();
  });

  it('whose format changed goes on by FLV with that reason', async () => {
    const { play, ways, done } = setUp([still({ broken: () => true }), 'bFrames']);
    const player = await play;
    await done;
    await expect.poll(() => ways.at(-1)).toEqual({ kind: 'flv', why: 'bFrames' });
    player.close();
  });

  it('that froze three times in a minute goes by FLV', async () => {
    const lost = still({ standing: async () => 'gone' });
    const { play, ways, noted, done } = setUp([lost, lost, lost]);
    const player = await play;
    await done;
    await expect.poll(() => ways.at(-1)).toEqual({ kind: 'flv', why: 'freezes' });
    expect(noted).toEqual(['freezes']);
    player.close();
  });

  it('of a camera that stands still is left as it is', async () => {
    const { play, ways, closed, time } = setUp([still({ standing: async () => 'still' })]);
    const player = await play;
    await expect.poll(time).toBeGreaterThan(2 * picture.freezesWithin);
    expect([ways, closed]).toEqual([[{ kind: 'whep' }], []]);
    player.close();
  });

  it.each([
    ['still', { kind: 'whep' }],
    ['sending', { kind: 'flv', why: 'freezes' }],
  ] as const)('that freezes every two seconds while its server says %s goes by %j', async (word, way) => {
    let looks = 0;
    const halting = { position: () => Math.floor((looks += 1) / 8), standing: async () => word };
    const { play, ways, time } = setUp([halting]);
    const player = await play;
    await expect.poll(() => ways.at(-1)?.kind === 'flv' || time() > 2 * picture.freezesWithin).toBe(true);
    expect(ways.at(-1)).toEqual(way);
    player.close();
  });

  it('that ended is over', async () => {
    const { play } = setUp([still({ broken: () => true }), 'noStream']);
    const player = await play;
    await expect.poll(() => player.broken()).toBe(true);
    player.close();
  });
});

it('believes for a while what it found out about a way, not about a stream', () => {
  let at = 0;
  const memory = createWayMemory(() => at);
  memory.note('one', 'noPath');
  memory.note('two', 'bFrames');
  expect([memory.of('one'), memory.of('two'), memory.of('three')]).toEqual(['noPath', null, null]);
  at = picture.wayKept;
  expect(memory.of('one')).toBeNull();
});

it('says every reason in every language', () => {
  for (const [language, words] of Object.entries(phrases))
    for (const why of fallbacks) expect(words, language).toHaveProperty([`video.fallback.${why}`]);
});
