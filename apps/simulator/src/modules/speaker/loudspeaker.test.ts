import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Loudspeaker, type LoudspeakerHost } from './loudspeaker.ts';

const pcm = new Uint8Array(32_000).fill(7);
const md5 = createHash('md5').update(pcm).digest('hex');
const file = { name: 'siren', url: 'http://127.0.0.1/a', md5, format: 'pcm' };
const start = 'speaker_audio_play_start';

interface Said {
  result: number;
  output: { status: string };
}

/** A loudspeaker whose time runs when it is let run. */
const speakerOf = (differs: Partial<LoudspeakerHost> = {}, stored: Uint8Array = pcm) => {
  const said: Said[] = [];
  let waiting: { at: number; run: () => void }[] = [];
  let now = 0;
  const speaker = new Loudspeaker({
    fitted: true,
    droneOn: () => true,
    armed: () => null,
    afterSeconds: (seconds, run) => void waiting.push({ at: now + seconds, run }),
    fetch: async () => stored,
    progress: (_method, _bid, data) => void said.push(data as Said),
    changed: () => undefined,
    log: () => undefined,
    ...differs,
  });
  const pass = async (seconds: number): Promise<void> => {
    // What it fetches has come.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const end = now + seconds;
    for (;;) {
      const [next] = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      waiting = waiting.filter((one) => one !== next);
      now = next.at;
      next.run();
    }
    now = end;
  };
  const state = (): unknown =>
    (speaker.property() as { speaker: { system_state: number } }[])[0]?.speaker.system_state;
  const play = (differing: object = {}) =>
    speaker.command(start, { psdk_index: 2, file: { ...file, ...differing } }, 'bid');
  return { speaker, said, pass, state, play };
};

describe('a simulated loudspeaker', () => {
  it('plays what it was promised, and then rests', async () => {
    const { said, pass, state, play } = speakerOf();
    expect(play()).toBe(0);
    await pass(3);
    expect(said.map(({ output }) => output.status)).toEqual([
      'in_progress',
      'in_progress',
      'in_progress',
      'ok',
    ]);
    expect(state()).toBe(2);
    await pass(2);
    expect(state()).toBe(0);
  });

  it('repeats it where it was set so, until it is stopped', async () => {
    const { speaker, pass, state, play } = speakerOf();
    expect(speaker.command('speaker_play_mode_set', { psdk_index: 2, play_mode: 1 }, '')).toBe(0);
    play();
    await pass(10);
    expect(state()).toBe(2);
    expect(speaker.command('speaker_play_stop', { psdk_index: 2 }, '')).toBe(0);
    await pass(10);
    expect(state()).toBe(0);
  });

  it.each([
    ['another sum', Uint8Array.from([...pcm.subarray(1), 8]), md5],
    ['half a sample', pcm.subarray(1), null],
    ['a header', Buffer.concat([Buffer.from('RIFF'), pcm]), null],
    ['nothing', new Uint8Array(0), null],
  ])('does not play what has %s', async (_, stored, sum) => {
    const { said, pass, state, play } = speakerOf({}, stored);
    expect(play({ md5: sum ?? createHash('md5').update(stored).digest('hex') })).toBe(0);
    await pass(10);
    expect(said.at(-1)).toMatchObject({ result: 327_056, output: { status: 'failed' } });
    expect(state()).toBe(0);
  });

  it('takes no order that is none of its', () => {
    const { speaker, play } = speakerOf();
    expect(play({ format: 'wav' })).not.toBe(0);
    expect(play({ md5: '' })).not.toBe(0);
    expect(speaker.command(start, { psdk_index: 5, file }, '')).not.toBe(0);
    for (const play_volume of [-1, 101, 1.5, '5', null])
      expect(speaker.command('speaker_play_volume_set', { psdk_index: 2, play_volume }, '')).not.toBe(0);
    expect(speaker.command('cover_open', null, '')).toBeNull();
    expect(speakerOf({ fitted: false }).play()).not.toBe(0);
    expect(speakerOf({ droneOn: () => false }).play()).not.toBe(0);
  });

  it('says words whose sum fits, and nothing of what it gave up', async () => {
    const { speaker, said, pass } = speakerOf();
    const tts = { name: 'a', text: '请离开', md5: createHash('md5').update('请离开').digest('hex') };
    expect(speaker.command('speaker_tts_play_start', { psdk_index: 2, tts }, 'b')).toBe(0);
    expect(speaker.command('speaker_tts_play_start', { psdk_index: 2, tts: { ...tts, md5 } }, 'b')).not.toBe(
      0,
    );
    speaker.command('speaker_play_stop', { psdk_index: 2 }, '');
    await pass(10);
    expect(said).toEqual([]);
  });
});
