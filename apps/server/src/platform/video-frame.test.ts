import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameTaker } from './video-frame.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-frames-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
/** A program that does what a shell does. */
const program = async (name: string, words: string): Promise<string> => {
  await writeFile(at(name), `#!/bin/sh\n${words}\n`, { mode: 0o700 });
  return at(name);
};
const last = 'for one in "$@"; do last=$one; done';
const take = async (by: string, signal = new AbortController().signal): Promise<boolean> =>
  frameTaker(by)(at('video.mp4'), 1_500, at('frame.jpg'), signal);

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const why = hasFfmpeg ? '' : ' (skipped: ffmpeg is not installed)';

describe('a picture out of a video', () => {
  it('is what the program laid there, which is told the moment and no secret of the server', async () => {
    const echoing = await program('tells', `${last}; echo "$* $(env)" > "\${last#file:}"`);
    process.env['EYRIE_TEST_SECRET'] = 'Mond-Stein';
    try {
      expect(await take(echoing)).toBe(true);
    } finally {
      delete process.env['EYRIE_TEST_SECRET'];
    }
    const words = await readFile(at('frame.jpg'), 'utf8');
    expect(words).toContain('-ss 1.500');
    expect(words).toContain('-protocol_whitelist file');
    expect(words).not.toContain('Mond-Stein');
  });

  it('is none where the program fails, lays nothing or is not there, and an old one does not stand for it', async () => {
    for (const [name, words] of [
      ['fails', `${last}; echo x > "\${last#file:}"; exit 1`],
      ['nothing', 'exit 0'],
      ['empty', `${last}; : > "\${last#file:}"`],
    ] as const) {
      await writeFile(at('frame.jpg'), 'old');
      expect(await take(await program(name, words)), name).toBe(false);
    }
    expect(await take(at('not there'))).toBe(false);
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    const begun = `${last}; : > "\${last#file:}"; exec sleep 600`;
    const taking = take(await program('sleeps', begun), stop.signal);
    await expect
      .poll(() =>
        stat(at('frame.jpg')).then(
          ({ size }) => size,
          () => null,
        ),
      )
      .toBe(0);
    stop.abort(new Error('the server stops'));
    await expect(taking).rejects.toThrow('the server stops');
  });

  it.skipIf(!hasFfmpeg)(`is a JPEG of the moment that is asked for${why}`, async () => {
    const video = at('video.mp4');
    // A second of black, then one of white.
    const colour = (name: string): string => `-f lavfi -i color=${name}:s=64x48:d=1:r=10`;
    const words = `-loglevel error -y ${colour('black')} ${colour('white')} -filter_complex [0:v][1:v]concat=n=2:v=1[v]`;
    const made = spawnSync('ffmpeg', [...`${words} -map [v] -c:v mpeg4`.split(' '), video]);
    expect(made.status).toBe(0);
    expect(await take('ffmpeg')).toBe(true);
    // Other tests of this process may have closed the reader of files.
    const { channels } = await sharp(await readFile(at('frame.jpg'))).stats();
    expect(channels[0]?.mean).toBeGreaterThan(200);
    await writeFile(video, 'no video');
    expect(await take('ffmpeg')).toBe(false);
  });
});
