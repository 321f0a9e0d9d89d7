import { readFile } from 'node:fs/promises';
import { buildZip } from '@eyrie/testing';
import { limits, soundRate } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSound } from './sound-decoder.ts';
import { wavHeader } from './sound-file.ts';
import { wavOf } from './wav.builder.ts';

const fileOf = (name: string) => readFile(new URL(`./sounds/${name}`, import.meta.url));
const samplesOf = (pcm: Uint8Array): number[] => {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Array.from({ length: pcm.length / 2 }, (_, index) => view.getInt16(index * 2, true));
};
const loudest = (pcm: Uint8Array): number =>
  samplesOf(pcm).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
const played = async (bytes: Uint8Array) => {
  const sound = await decodeSound(bytes);
  if (!sound.ok) throw new Error(`${sound.reason} ${JSON.stringify(sound.values)}`);
  return sound;
};

describe('a sound for a loudspeaker', () => {
  it.each(['tone.mp3', 'tone.ogg', 'tone.opus'])('is made of %s', async (name) => {
    const { pcm, durationMs } = await played(await fileOf(name));
    // One second; codecs add silence before and behind it.
    expect(durationMs).toBeGreaterThan(900);
    expect(durationMs).toBeLessThan(1_150);
    expect(Math.abs(pcm.length - (2 * durationMs * soundRate) / 1_000)).toBeLessThanOrEqual(
      soundRate / 1_000,
    );
    expect(loudest(pcm)).toBeGreaterThan(14_000);
  });

  it('is made of wavs of every usual rate, as long and as loud as they were', async () => {
    const shapes = fc.record({
      rate: fc.constantFrom(8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000),
      channels: fc.constantFrom(1, 2),
      seconds: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(shapes, async ({ rate, channels, seconds }) => {
        const { pcm, durationMs } = await played(wavOf({ rate, channels, seconds }));
        expect(Math.abs(durationMs - seconds * 1_000)).toBeLessThan(30);
        expect(loudest(pcm)).toBeGreaterThan(14_000);
        expect(loudest(pcm)).toBeLessThan(18_500);
      }),
      { numRuns: 12 },
    );
  });

  it('stays as it is where it has the rate of loudspeakers already', async () => {
    const wav = wavOf({ rate: soundRate, channels: 1, seconds: 0.5 });
    const { pcm } = await played(wav);
    expect(samplesOf(pcm).every((one, index) => Math.abs(one - wav.readInt16LE(44 + index * 2)) <= 1)).toBe(
      true,
    );
    expect(wavHeader(pcm.length)).toEqual(wav.subarray(0, 44));
  });

  it.each([
    ['a zip', buildZip({ 'a.wav': Buffer.from('x') }), { found: 'ZIP' }],
    ['an m4a', Buffer.from('\0\0\0\u0020ftypM4A ', 'latin1'), { found: 'M4A/MP4' }],
    ['nothing', Buffer.alloc(0), { found: '?' }],
    ['text', Buffer.from('hello, hello'), { found: '?' }],
    ['an Ogg of something else', Buffer.from(`OggS${'\0'.repeat(24)}theora`, 'latin1'), { found: 'Ogg' }],
  ])('is not made of %s', async (_, bytes, values) => {
    expect(await decodeSound(bytes)).toEqual({ ok: false, reason: 'soundFormat', values });
  });

  it('is not made of a file without any sound', async () => {
    expect(await decodeSound(wavOf({ rate: 8_000, channels: 1, seconds: 0.01 }))).toMatchObject({
      reason: 'soundEmpty',
    });
    expect(await decodeSound(Buffer.concat([Buffer.from('ID3'), Buffer.alloc(4_000)]))).toMatchObject({
      ok: false,
    });
  });

  it('ends at the longest that a sound may be', async () => {
    const { seconds } = limits.speaker;
    const [just, more] = [seconds - 0.1, seconds + 0.1].map((each) =>
      wavOf({ rate: soundRate, channels: 1, seconds: each }),
    );
    expect(await decodeSound(just ?? Buffer.alloc(0))).toMatchObject({ ok: true });
    expect(await decodeSound(more ?? Buffer.alloc(0))).toEqual({
      ok: false,
      reason: 'soundTooLong',
      values: { max: seconds },
    });
  });

  it('is refused or made of a file that was cut, and nothing else comes of it', async () => {
    const files = await Promise.all(['tone.mp3', 'tone.ogg', 'tone.opus'].map(fileOf));
    const cut = fc.tuple(fc.nat(files.length - 1), fc.nat(8_000), fc.nat(255), fc.nat(8_000));
    await fc.assert(
      fc.asyncProperty(cut, async ([which, end, value, at]) => {
        const bytes = Buffer.from(files[which]?.subarray(0, end) ?? []);
        if (at < bytes.length) bytes[at] = value;
        const sound = await decodeSound(bytes);
        if (sound.ok) expect(sound.pcm.length % 2).toBe(0);
        else expect(['soundFormat', 'soundEmpty']).toContain(sound.reason);
      }),
      { numRuns: 25 },
    );
  });
});
