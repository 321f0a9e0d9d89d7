/**
 * Ten thousand hostile connections to the RTMP port, while ten pictures run: none of them may be lost.
 * Only the loopback, at most three minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileRtmp, publishPicture, sendHostile } from '@eyrie/testing';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startVideo } from '../apps/server/src/platform/video/index.ts';

const PACKETS = 10_000;
const PICTURES = 10;
const AT_ONCE = 40;
const LONGEST = 180_000;

const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-prove-rtmp-'));
const video = await startVideo({
  host: '127.0.0.1',
  rtmpPort: 0,
  dataDir,
  clock: systemClock,
  log: createLog({ level: 'silent' }),
});
const pid = video.pid();
const names = Array.from({ length: PICTURES }, (_, at) => `prove-${at}`);
const urls = names.map((name) => video.publishUrl(name, Date.now() + 2 * LONGEST));
const pictures = urls.map((url) => publishPicture(url));
const deadline = performance.now() + LONGEST;
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

while ((await video.streams()).length < PICTURES && performance.now() < deadline) await pause(50);
const viewers = await Promise.all(
  names.map(async (name) => {
    const reader = (await fetch(video.openFlv(name))).body?.getReader();
    const seen = { bytes: 0, foreign: 0, ended: 0, longestGap: 0 };
    void (async () => {
      let last = performance.now();
      for (;;) {
        const part = await reader?.read().catch(() => undefined);
        if (!part || part.done) break;
        seen.bytes += part.value.length;
        if (Buffer.from(part.value).includes(Buffer.alloc(64, 0x58))) seen.foreign += 1;
        seen.longestGap = Math.max(seen.longestGap, performance.now() - last);
        last = performance.now();
      }
      seen.ended = 1;
    })();
    return { seen, stop: () => reader?.cancel() };
  }),
);

const kinds = urls.flatMap((url) => Object.values(hostileRtmp(url)));
let sent = 0;
const begun = performance.now();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (sent < PACKETS && performance.now() < deadline) {
      sent += 1;
      await sendHostile(video.rtmpPort, kinds[sent % kinds.length]?.() ?? Buffer.alloc(0), 100);
    }
  }),
);
const before = viewers.map(({ seen }) => seen.bytes);
await pause(2_000);
const seconds = (performance.now() - begun) / 1_000;
const figures = {
  packets: sent,
  seconds: Math.round(seconds),
  picturesLost: pictures.filter((one) => one.closed()).length,
  viewersCut: viewers.filter(({ seen }) => seen.ended).length,
  viewersStill: viewers.filter(({ seen }, at) => seen.bytes <= (before[at] ?? 0)).length,
  foreignFrames: viewers.reduce((sum, { seen }) => sum + seen.foreign, 0),
  longestGapMs: Math.round(Math.max(...viewers.map(({ seen }) => seen.longestGap))),
  processRestarts: video.pid() === pid ? 0 : 1,
};
console.log(JSON.stringify(figures, null, 2));
for (const { stop } of viewers) await stop();
for (const picture of pictures) picture.stop();
await video.stop();
rmSync(dataDir, { recursive: true, force: true });
const { packets, picturesLost, viewersCut, viewersStill, foreignFrames, processRestarts } = figures;
const held =
  packets === PACKETS && picturesLost + viewersCut + viewersStill + foreignFrames + processRestarts === 0;
process.exit(held ? 0 : 1);
