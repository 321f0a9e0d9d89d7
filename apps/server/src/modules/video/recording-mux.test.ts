import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configurationTag, flvHead, wholePictureTag } from '../../platform/video/index.ts';
import { configurationOf } from '../../platform/video/flv-writer.ts';
import { muxRecording } from './recording-mux.ts';

const large = configurationOf(
  Buffer.from('6742c01fda014016e8', 'hex'),
  Buffer.from([0x68, 0xce, 0x3c, 0x80]),
);
const small = configurationOf(
  Buffer.from('6742c01eda0280bfe540', 'hex'),
  Buffer.from([0x68, 0xce, 0x3c, 0x80]),
);
const startedAt = Date.UTC(2025, 9, 9, 8, 53, 20);
const picture = (at: number, key = false): Buffer =>
  wholePictureTag(Buffer.from([0, 0, 0, 3, key ? 0x65 : 0x41, at >> 8, at & 255]), key, at);
/** So many frames, a tenth of a second apart. */
const run = (from: number, count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => picture(from + n * 100, n === 0));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-recording-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const mux = async (...tags: Buffer[]) => {
  const path = join(folder, 'recording.flv');
  await writeFile(path, Buffer.concat([flvHead, ...tags]));
  return muxRecording({ path, folder, startedAt });
};
/** Pixels of a film, and the moments of its frames, s. */
const readFilm = async (path: string) => {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('there is no picture');
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    times.push(Math.round(packet.timestamp * 1_000));
  const size = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  input.dispose();
  return { times, size };
};

describe('files of a recording', () => {
  it('hold each frame at its moment, say their gaps, and change where the coding does', async () => {
    const { files, fault } = await mux(
      configurationTag(large, 0),
      ...run(0, 10),
      // A part that was stored later says the same again.
      configurationTag(large, 5_000),
      ...run(5_000, 2),
      configurationTag(small, 6_000),
      ...run(6_000, 3),
    );
    expect(fault).toBeNull();
    expect(files).toMatchObject([
      { startedAt, gaps: [{ from: startedAt + 900, to: startedAt + 5_000 }], moreGaps: false },
      { startedAt: startedAt + 6_000, gaps: [] },
    ]);
    const [first, second] = files;
    expect(await readFilm(first?.path ?? '')).toEqual({
      times: [...Array.from({ length: 10 }, (_, n) => n * 100), 5_000, 5_100],
      size: [1_280, 720],
    });
    expect(await readFilm(second?.path ?? '')).toEqual({ times: [0, 100, 200], size: [640, 360] });
    // When it was filmed, not when the file was made.
    const bytes = await readFile(second?.path ?? '');
    const at = bytes.indexOf('mvhd', 0, 'latin1') + 8;
    expect(bytes.readUInt32BE(at) - 2_082_844_800).toBe((startedAt + 6_000) / 1_000);
  });

  it('begin with a key frame, and are none where there is none', async () => {
    const cut = await mux(configurationTag(large, 0), picture(0), picture(100), ...run(200, 2));
    expect(cut.files).toMatchObject([{ startedAt: startedAt + 200 }]);
    expect((await mux(configurationTag(large, 0), picture(0))).files).toEqual([]);
    expect((await mux()).files).toEqual([]);
  });

  it('are no more than a stream may have that changes all the time', async () => {
    const changes = Array.from({ length: 24 }, (_, n) => [
      configurationTag(n % 2 === 0 ? large : small, n * 100),
      picture(n * 100, true),
    ]).flat();
    const { files, fault } = await mux(...changes);
    expect([files.length, fault]).toEqual([20, 'many']);
  });
});
