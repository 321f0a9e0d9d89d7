/**
 * Ten thousand hostile connections to the RTMP port, while ten pictures run: none of them may be lost.
 * Only the loopback, at most three minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { hostileRtmp, publishPicture, sendHostile } from '@eyrie/testing';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startVideo } from '../apps/server/src/platform/video/index.ts';
import { runProof } from './proof.ts';

const PACKETS = 10_000;
const PICTURES = 10;
const AT_ONCE = 40;
const LONGEST = 180_000;

/** Reads a picture as the proxy does, and what of a stranger is in it. */
const watch = async (url: string) => {
  const reader = (await fetch(url)).body?.getReader();
  const seen = { bytes: 0, foreign: 0, ended: false, longestGap: 0 };
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
    seen.ended = true;
  })();
  return { seen, stop: () => reader?.cancel() };
};

await runProof(async ({ promise, onEnd }) => {
  const log = createLog({ level: 'silent' });
  const video = await startVideo({
    host: '127.0.0.1',
    rtmpPort: 0,
    secret: 'secret',
    clock: systemClock,
    log,
  });
  onEnd(() => video.stop());
  const pid = video.pid();
  const names = Array.from({ length: PICTURES }, (_, at) => `prove-${at}`);
  const urls = names.map((name) => video.publishUrl(name, Date.now() + 2 * LONGEST));
  const pictures = urls.map((url) => publishPicture(url));
  onEnd(() => pictures.forEach((one) => one.stop()));
  const deadline = performance.now() + LONGEST;
  while ((await video.streams()).length < PICTURES && performance.now() < deadline) await pause(50);
  const viewers = await Promise.all(names.map((name) => watch(video.openFlv(name))));
  onEnd(async () => {
    for (const viewer of viewers) await viewer.stop();
  });

  const kinds = urls.flatMap((url) => Object.values(hostileRtmp(url)));
  let sent = 0;
  const attack = async (): Promise<void> => {
    while (sent < PACKETS && performance.now() < deadline) {
      sent += 1;
      await sendHostile(video.rtmpPort, kinds[sent % kinds.length]?.() ?? Buffer.alloc(0), 100);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  const before = viewers.map(({ seen }) => seen.bytes);
  await pause(2_000);

  const lost = pictures.filter((one) => one.closed()).length;
  const still = viewers.filter(({ seen }, at) => seen.ended || seen.bytes <= (before[at] ?? 0)).length;
  const foreign = viewers.reduce((sum, { seen }) => sum + seen.foreign, 0);
  const gap = Math.round(Math.max(...viewers.map(({ seen }) => seen.longestGap)));
  promise(sent === PACKETS, 'every hostile packet was sent', `${sent} of ${PACKETS}`);
  promise(lost === 0, 'no publisher is hung up on', `${lost} of ${PICTURES}`);
  promise(still === 0, 'every picture goes on', `${still} of ${PICTURES} stand still, longest gap ${gap} ms`);
  promise(foreign === 0, 'no picture shows what a stranger sent', `${foreign} pieces`);
  promise(video.pid() === pid, 'the video process lives', String(video.running));
});
