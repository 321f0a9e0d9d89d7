import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realClock } from '../../platform/clock.ts';
import { startMediaServer, type TestMediaServer } from '../../testing/media-server.ts';
import { droneModels } from '../drone/index.ts';
import { readFlv, type FlvTag } from './flv.ts';
import { parseRtmpUrl } from './rtmp-publisher.ts';
import { VideoStreams } from './video.streams.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const why = hasFfmpeg ? '' : ' (skipped: ffmpeg is not installed)';
const model = droneModels['0-100-1'];
if (!model) throw new Error('no such aircraft');
const videoId = 'AC/99-0-0/normal-0';
let media: TestMediaServer;
let streams: VideoStreams;
let changes = 0;
let lng = 104;

beforeEach(async () => {
  media = await startMediaServer();
  changes = 0;
  streams = new VideoStreams({
    clock: realClock,
    log: () => {},
    fallback: null,
    capacity: () => ({
      dockSn: 'DOCK',
      insideCamera: true,
      drone: { sn: 'AC', model, powered: true },
    }),
    scene: () => ({
      camera: 'drone',
      label: 'AC 99-0-0',
      lng: (lng += 0.00001),
      lat: 30,
      elevation: 80,
      head: 40,
      zoom: 2,
      irZoom: 2,
      thermal: {},
      view: false,
      gimbalPitch: -90,
      speed: 10,
      coverState: 0,
      droneInDock: false,
      light: false,
      rain: 0,
      clockOffset: 0,
      repaired: [],
    }),
    changed: () => {
      changes += 1;
    },
  });
});

afterEach(async () => {
  streams.endAll();
  await media.stop();
});

const start = (more: Record<string, unknown> = {}) =>
  streams.start({
    url_type: 1,
    url: `${media.rtmp}/live/one?sign=a-b`,
    video_id: videoId,
    video_quality: 1,
    ...more,
  });

/** Video tags of the live FLV until the condition holds. */
async function watch(until: (tags: FlvTag[]) => boolean): Promise<{ file: Buffer; tags: FlvTag[] }> {
  const answer = await fetch(`${media.http}/live/one.flv`);
  let file = Buffer.alloc(0);
  for await (const part of answer.body ?? []) {
    file = Buffer.concat([file, part]);
    const tags = file.length > 20 ? tagsOf(file) : [];
    // Leaving the loop hangs up.
    if (until(tags)) return { file, tags };
  }
  throw new Error('the stream ended');
}

const tagsOf = (file: Buffer): FlvTag[] => {
  try {
    return readFlv(file);
  } catch {
    return [];
  }
};

describe('a live picture', () => {
  it('arrives as H.264 that begins with its configuration and a key frame, ten frames a second', async () => {
    expect(await start()).toBe(0);
    expect(streams.status()).toMatchObject([{ video_id: videoId, status: 1, video_quality: 1 }]);
    expect(changes).toBe(1);
    const { tags } = await watch((all) => all.length > 25);
    expect(tags[0]?.body.subarray(0, 2)).toEqual(Buffer.from([0x17, 0]));
    expect(tags[1]?.body.subarray(0, 2)).toEqual(Buffer.from([0x17, 1]));
    const [first, last] = [tags[4]?.timestamp ?? 0, tags[24]?.timestamp ?? 0];
    expect((last - first) / 20).toBeGreaterThan(80);
    expect((last - first) / 20).toBeLessThan(250);
  });

  it.skipIf(!hasFfmpeg)(`can be decoded by others and changes from frame to frame${why}`, async () => {
    expect(await start()).toBe(0);
    const { file } = await watch((all) => all.length > 15);
    const folder = mkdtempSync(join(tmpdir(), 'eyrie-film-'));
    const path = join(folder, 'one.flv');
    writeFileSync(path, file);
    const sums = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-an', '-f', 'framemd5', '-']).toString();
    rmSync(folder, { recursive: true });
    expect(sums).toContain('#dimensions 0: 640x360');
    const frames = sums
      .split('\n')
      .filter((line) => line.startsWith('0,'))
      .map((line) => line.split(',').at(-1));
    expect(frames.length).toBeGreaterThan(10);
    expect(new Set(frames).size).toBe(frames.length);
  });

  it('refuses twice, wrong cameras, qualities and protocols, and stops once', async () => {
    expect(await start({ video_id: 'AC/1-0-0/normal-0' })).toBe(513_002);
    expect(await start({ url_type: 0 })).toBe(513_013);
    // Sent by WHIP: the address is of another protocol, and of one that nobody serves.
    expect(await start({ url_type: 4 })).toBe(513_013);
    expect(await start({ url_type: 4, url: 'http://127.0.0.1:1/rtc/v1/whip/' })).toBe(513_010);
    expect(await start({ video_quality: 9 })).toBe(513_005);
    expect(await start()).toBe(0);
    expect(await start()).toBe(513_003);
    expect(streams.stop({ video_id: videoId })).toBe(0);
    expect(streams.stop({ video_id: videoId })).toBe(513_011);
    expect(streams.status()).toEqual([]);
  });

  it('says so when there is no media server', async () => {
    expect(await start({ url: 'rtmp://127.0.0.1:1/live/one' })).toBe(513_010);
  });

  it('changes its size on demand', async () => {
    expect(await start()).toBe(0);
    const { tags: first } = await watch((tags) => tags.length > 2);
    const before = first[0]?.body;
    expect(streams.setQuality({ video_id: videoId, video_quality: 3 })).toBe(0);
    const header = (tags: FlvTag[]) => tags.findLast((tag) => tag.body[1] === 0)?.body;
    await watch((tags) => {
      const now = header(tags);
      return now !== undefined && before !== undefined && !now.equals(before);
    });
  });
});

describe('an RTMP address', () => {
  it('is taken apart with its query kept', () => {
    expect(parseRtmpUrl('rtmp://media.example/live/a/b?sign=1-2')).toEqual({
      host: 'media.example',
      port: 1935,
      app: 'live',
      stream: 'a/b?sign=1-2',
      tcUrl: 'rtmp://media.example/live',
    });
  });
});
