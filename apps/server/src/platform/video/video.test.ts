import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hostileRtmp, promised, publishPicture, sendHostile } from '@eyrie/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { startVideo } from './index.ts';
import type { Video } from './index.ts';

const log = createLog({ level: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-video-'));
const ffmpeg = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].find((path) => existsSync(path));
const why = ffmpeg ? '' : ' (skipped: ffmpeg is not installed)';
let video: Video;

beforeAll(async () => {
  video = await startVideo({ host: '127.0.0.1', rtmpPort: 0, secret: 'secret', clock: systemClock, log });
});
afterAll(async () => {
  await video?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function until(condition: () => boolean | Promise<boolean>, within = 10_000): Promise<void> {
  const deadline = performance.now() + promised(within);
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the awaited state did not come');
    await delay(20);
  }
}

/** Pushes a moving test picture until the signal aborts; resolves when ffmpeg ends. */
function push(url: string, signal: AbortSignal): Promise<void> {
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10'];
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-g',
    '10',
    '-pix_fmt',
    'yuv420p',
  ];
  const child = spawn(ffmpeg ?? '', [...picture, ...coding, '-f', 'flv', url], { stdio: 'ignore', signal });
  return new Promise((resolve) => {
    child.on('error', () => undefined).on('exit', () => resolve());
  });
}

const later = (): number => Date.now() + 60_000;

/** Reads a stream as the proxy does: how many bytes came, and whether any of a stranger was among them. */
async function watch(stream: string) {
  const seen = { bytes: 0, foreign: 0, over: false };
  const answer = await fetch(video.openFlv(stream));
  const reader = answer.body?.getReader();
  void (async () => {
    for (;;) {
      const { value, done } = (await reader?.read().catch(() => ({ done: true, value: undefined }))) ?? {
        done: true,
      };
      if (done || !value) break;
      seen.bytes += value.length;
      if (Buffer.from(value).includes(Buffer.alloc(64, 0x58))) seen.foreign += 1;
    }
    seen.over = true;
  })();
  return { ...seen, state: seen, stop: () => reader?.cancel() };
}

test('what strangers say on the RTMP port costs nobody else a picture', async () => {
  const pid = video.pid();
  const url = video.publishUrl('dock-safe', later());
  const picture = publishPicture(url);
  await until(async () => (await video.streams()).includes('dock-safe'));
  const viewer = await watch('dock-safe');
  await until(() => viewer.state.bytes > 4_000);
  const kinds = Object.entries(hostileRtmp(url));
  const silent: string[] = [];
  // An unknown command is passed over, and noise may be the beginning of something: time and bytes bound them.
  const passedOver = new Set(['no command at all', 'a string longer than its message', 'random bytes']);
  for (let round = 0; round < 12; round += 1)
    await Promise.all(
      kinds.map(async ([kind, bytes]) => {
        const ended = await sendHostile(video.rtmpPort, bytes(), passedOver.has(kind) ? 100 : 5_000);
        if (!ended && !passedOver.has(kind)) silent.push(kind);
      }),
    );
  expect(silent).toEqual([]);
  const before = viewer.state.bytes;
  await until(() => viewer.state.bytes > before + 4_000);
  expect(viewer.state).toMatchObject({ over: false, foreign: 0 });
  expect(picture.closed()).toBe(false);
  expect(video.pid()).toBe(pid);
  await viewer.stop();
  picture.stop();
  await until(async () => !(await video.streams()).includes('dock-safe'));
});

test('a port that is taken is named, and whoever has it stays', async () => {
  const { rtmpPort } = video;
  const second = startVideo({ host: '127.0.0.1', rtmpPort, secret: 'secret', clock: systemClock, log });
  await expect(second).rejects.toThrow(`EADDRINUSE: address already in use 127.0.0.1:${rtmpPort}`);
  expect(video.running).toBe(true);
});

test('a video server that is killed comes back on its port', async () => {
  const { rtmpPort } = video;
  const pid = video.pid();
  process.kill(pid ?? 0, 'SIGKILL');
  await until(() => video.running && video.pid() !== pid);
  expect(video.rtmpPort).toBe(rtmpPort);
  await until(
    () =>
      new Promise((resolve) => {
        const socket = connect(rtmpPort, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      }),
  );
});

test('playing needs a signature for playing', async () => {
  const good = new URL(video.openFlv('nobody'));
  const forged = new URL(video.publishUrl('nobody', later()));
  for (const sign of ['', '9999999999-00', forged.searchParams.get('sign') ?? '']) {
    const address = new URL(good);
    address.searchParams.set('sign', sign);
    expect((await fetch(address)).status).toBe(403);
  }
  // Nobody publishes it: no head of a picture without the picture.
  expect((await fetch(good)).status).toBe(404);
  expect((await fetch(new URL('/admin', good))).status).toBe(404);
  expect((await fetch(good, { method: 'POST', body: 'x' })).status).toBe(404);
});

test.skipIf(!ffmpeg)(`a signed stream is published, seen, and told when it ends${why}`, async () => {
  const heard: string[] = [];
  const offs = [video.onPublish((s) => heard.push(`+${s}`)), video.onUnpublish((s) => heard.push(`-${s}`))];
  const stop = new AbortController();
  const pushed = push(video.publishUrl('dock-1', later()), stop.signal);
  await until(async () => (await video.streams()).includes('dock-1'));
  const answer = await fetch(video.openFlv('dock-1'));
  const reader = answer.body?.getReader();
  let bytes = Buffer.alloc(0);
  while (bytes.length < 10_000) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    bytes = Buffer.concat([bytes, value ?? Buffer.alloc(0)]);
  }
  expect(bytes.subarray(0, 3).toString()).toBe('FLV');
  expect(bytes.length).toBeGreaterThanOrEqual(10_000);
  await reader?.cancel();
  stop.abort();
  await pushed;
  await until(async () => !(await video.streams()).includes('dock-1'));
  expect(heard).toEqual(['+dock-1', '-dock-1']);
  for (const off of offs) off();
});

test.skipIf(!ffmpeg)(`an unsigned, an expired and a foreign signature publish nothing${why}`, async () => {
  const signed = new URL(video.publishUrl('dock-3', later()));
  const addresses = [
    `rtmp://127.0.0.1:${video.rtmpPort}/live/dock-2`,
    `rtmp://127.0.0.1:${video.rtmpPort}/live/dock-2${signed.search}`,
    video.publishUrl('dock-2', Date.now() - 60_000),
  ];
  await Promise.all(addresses.map((url) => push(url, AbortSignal.timeout(3_000))));
  expect(await video.streams()).toEqual([]);
});

test.skipIf(!ffmpeg)(`a second publisher with a right signature takes over a stream${why}`, async () => {
  const stops = [new AbortController(), new AbortController()];
  const pushes: Promise<void>[] = [];
  const url = video.publishUrl('dock-4', later());
  pushes.push(push(url, stops[0]?.signal ?? AbortSignal.abort()));
  await until(async () => (await video.streams()).includes('dock-4'));
  pushes.push(push(url, stops[1]?.signal ?? AbortSignal.abort()));
  await pushes[0];
  expect(await video.streams()).toEqual(['dock-4']);
  for (const stop of stops) stop.abort();
  await Promise.all(pushes);
});
