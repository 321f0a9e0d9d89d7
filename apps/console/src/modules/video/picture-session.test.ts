import type { LiveSource } from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { retryDelay } from '@eyrie/web/watched-picture';
import { describe, expect, it } from 'vitest';
import { chooseSource } from './picture-choice.ts';
import { keepPicture, troubleWords, whyNotTurned, type PictureState } from './picture-session.ts';

const source = (videoId: string, owner: LiveSource['owner'], switchable: string[] = []): LiveSource => ({
  videoId,
  owner,
  cameraIndex: videoId,
  videoType: 'normal',
  switchable,
  publishing: false,
  lens: null,
});
const dockCamera = source('dock', 'dock');
const fpv = source('fpv', 'drone', ['normal']);
const payload = source('payload', 'drone', ['wide', 'zoom']);

describe('choosing a camera', () => {
  it('shows the payload of an aircraft that is on, else the dock', () => {
    const all = [dockCamera, fpv, payload];
    expect(chooseSource(all, null, true)?.videoId).toBe('payload');
    expect(chooseSource(all, null, false)?.videoId).toBe('dock');
    expect(chooseSource([dockCamera], null, true)?.videoId).toBe('dock');
    expect(chooseSource(all, 'fpv', false)?.videoId).toBe('fpv');
    expect(chooseSource([dockCamera], 'fpv', true)?.videoId).toBe('dock');
    expect(chooseSource([], null, true)).toBeNull();
  });
});

/** A page whose time moves only when the session waits. */
const setUp = (sources: LiveSource[] = [dockCamera], choice: string | null = null) => {
  let at = 0;
  const did: string[] = [];
  const seen: PictureState[] = [];
  const stoodFor: number[] = [];
  const world = {
    sources,
    refused: 0,
    arriving: true,
    /** How many looks at the picture find it moved on; then it stands. */
    frames: Number.POSITIVE_INFINITY,
    until: 60_000,
    /** Called with the time at every pause. */
    at: (_time: number): void => undefined,
  };
  let position = 0;
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const session = keepPicture({
    choice,
    now: () => at,
    wait: async (ms, signal) => {
      await new Promise(process.nextTick);
      signal.throwIfAborted();
      at += ms;
      world.at(at);
      if (at >= world.until) {
        end();
        await new Promise(() => undefined);
      }
    },
    onChange: (state) => {
      seen.push(state);
      if (state.phase === 'stalled') stoodFor.push(at - (state.stalledSince ?? 0));
    },
    refusalText: (error) => String(error),
    wire: {
      sources: async () => world.sources,
      start: async ({ videoId }, automatic) => {
        did.push(automatic ? `start ${videoId}` : `start ${videoId} by a person`);
        if (world.refused > 0) {
          world.refused -= 1;
          throw new Error('refused');
        }
      },
      find: async ({ videoId }) =>
        world.arriving ? { playUrl: `/video/${videoId}`, whepUrl: null, label: videoId } : null,
      play: async ({ playUrl }) => {
        did.push(`play ${playUrl}`);
        let left = world.frames;
        return {
          position: () => (left-- > 0 ? (position += 1) : position),
          broken: () => false,
          close: () => did.push('close'),
        };
      },
      leave: ({ videoId }) => did.push(`leave ${videoId}`),
    },
  });
  return { session, did, seen, stoodFor, world, over, now: () => at };
};

describe('keeping a picture', () => {
  it('starts by itself and plays', async () => {
    const { did, seen, over } = setUp();
    await over;
    expect(did).toEqual(['start dock', 'play /video/dock']);
    expect(seen.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1])).toEqual([
      'looking',
      'starting',
      'arriving',
      'playing',
    ]);
  });
  it('counts its tries while it is refused, and forgets them once it plays', async () => {
    const { seen, world, over } = setUp();
    world.refused = 3;
    await over;
    expect(Math.max(...seen.map(({ tries }) => tries))).toBe(3);
    expect(seen.find(({ phase }) => phase === 'waiting')?.trouble).toMatchObject({ kind: 'refused' });
    expect(seen.at(-1)).toMatchObject({ phase: 'playing', tries: 0, trouble: null });
  });
  it('says that there is no video stream, also while it tries again', async () => {
    const { seen, world, over } = setUp();
    world.arriving = false;
    await over;
    const again = seen.filter(({ phase, tries }) => phase === 'arriving' && tries > 0);
    expect(again.length).toBeGreaterThan(1);
    for (const { trouble } of again) expect(trouble).toEqual({ kind: 'late' });
    expect(phrases('en')[troubleWords.late]).toBe('No video stream currently');
  });
  it('says that nothing can be watched where no camera is, and plays once one comes', async () => {
    const { seen, world, over } = setUp([]);
    world.at = (time) => {
      if (time > 20_000) world.sources = [dockCamera];
    };
    await over;
    const without = seen.filter(({ phase }) => phase === 'waiting');
    expect(without.length).toBeGreaterThan(1);
    for (const { trouble } of without) expect(trouble).toEqual({ kind: 'none' });
    expect(phrases('en')[troubleWords.none]).toBe('Currently no live streaming capability');
    expect(seen.at(-1)).toMatchObject({ phase: 'playing', trouble: null });
  });
  it('says after 1 s that the picture stands still, then begins again', async () => {
    const { did, stoodFor, world, over } = setUp();
    world.frames = 6;
    world.until = 13_500;
    await over;
    expect(stoodFor[0]).toBe(1_000);
    expect(did.slice(0, 4)).toEqual(['start dock', 'play /video/dock', 'close', 'start dock']);
  });
  it('says which starts a person asked for, and that those of a page are its own', async () => {
    const { session, did, world, over } = setUp();
    world.sources = [dockCamera, fpv];
    world.at = (time) => {
      if (time !== 5_000) return;
      world.frames = 6;
      session.choose('fpv');
    };
    await over;
    const starts = did.filter((one) => one.startsWith('start'));
    expect(starts.slice(0, 3)).toEqual(['start dock', 'start fpv by a person', 'start fpv']);
  });
  it('begins with the camera that it is given, for which nobody pressed anything', async () => {
    const { session, did, over } = setUp([dockCamera, fpv], 'fpv');
    session.choose('fpv');
    await over;
    expect(did).toEqual(['start fpv', 'play /video/fpv']);
  });
  it('tries at once for a person who does not want to wait, and not in the name of one for news', async () => {
    const { session, did, world, over } = setUp();
    world.refused = 2;
    let waits = 0;
    world.at = () => {
      if (!did.at(-1)?.startsWith('start')) return;
      waits += 1;
      session.tryNow(waits === 1 ? 'person' : 'program');
    };
    await over;
    expect(did.slice(0, 3)).toEqual(['start dock', 'start dock by a person', 'start dock']);
  });
  it('says that the picture does not arrive', async () => {
    const { seen, world, over } = setUp();
    world.arriving = false;
    world.until = 12_000;
    await over;
    expect(seen.at(-1)?.trouble ?? seen.findLast(({ trouble }) => trouble)?.trouble).toEqual({
      kind: 'late',
    });
  });
  it('goes to the aircraft when it comes on, and leaves the picture before', async () => {
    const { session, did, world, over } = setUp();
    world.at = (time) => {
      if (time !== 5_000) return;
      world.sources = [dockCamera, payload];
      session.droneOn(true);
    };
    await over;
    expect(did).toContain('leave dock');
    expect(did.at(-1)).toBe('play /video/payload');
  });
  it('goes to the aircraft also when it comes on while the picture of the dock is on its way', async () => {
    const { session, did, world, over } = setUp();
    session.droneOn(true);
    world.sources = [dockCamera, payload];
    await over;
    expect(did.at(-1)).toBe('play /video/payload');
  });
  it('leaves when the page goes', async () => {
    const { session, did, over } = setUp();
    await over;
    session.stop();
    expect(did.at(-1)).toBe('leave dock');
  });
  it('waits longer each time, up to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });
});

describe('turning a picture to another lens or camera', () => {
  it.each([
    ['no picture runs, whoever has control', false, 1, 'refusal.lensFixed', 'No video stream currently'],
    [
      'the device needs its lens',
      true,
      null,
      'refusal.lensFixed',
      'Cannot switch while in waypoint graphical mode or while an AI type exists',
    ],
    ['nobody here has control', true, null, null, null],
  ] as const)('is refused where %s', (_, running, epoch, device, said) => {
    const why = whyNotTurned(running, epoch, device);
    expect(why).not.toBeNull();
    if (why && said) expect(phrases('en')[why]).toBe(said);
    if (!said) expect(why).toBe('refusal.controlMissing');
  });
  it('is possible in a picture that runs, with control of the payload', () => {
    expect(whyNotTurned(true, 1, null)).toBeNull();
  });
});
