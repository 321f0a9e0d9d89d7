/**
 * Live pictures by WebRTC, from a publisher by RTMP and from a Chromium by WHIP to a Chromium that shows them: how soon,
 * how they come back when a process is killed, and that hostile offers and noise on the UDP port cost nobody a picture. Only the loopback.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../e2e/support/browser.ts';
import type { Scene } from '../apps/simulator/src/modules/video/scene.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startVideo, startWhep, type Video, type Whep } from '../apps/server/src/platform/video/index.ts';
import { framesInPage, sendInPage, watchInPage } from './pictures/page.ts';
import { runProof } from './proof.ts';

const OFFERS = 2_000;
const DATAGRAMS = 20_000;

const log = createLog({ level: 'silent' });
const encoder = fileURLToPath(
  new URL('../apps/simulator/src/modules/video/encoder-process.ts', import.meta.url),
);
const scene: Scene = {
  camera: 'dock',
  label: 'proof',
  lng: 54,
  lat: 24,
  elevation: 0,
  head: 0,
  zoom: 2,
  irZoom: 2,
  thermal: {},
  view: false,
  gimbalPitch: 0,
  speed: 0,
  coverState: 0,
  droneInDock: true,
  light: false,
  rain: 0,
  lens: 'normal',
  overWorld: false,
  repaired: [],
  faults: [],
  clockOffset: 0,
};

const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  within = 15_000,
): Promise<number> => {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > within) throw new Error(`not within ${within} ms: ${what}`);
    await pause(20);
  }
  return Math.round(performance.now() - from);
};

const publish = (url: string): ChildProcess => {
  const start = { url, quality: 2, scene, fallback: null };
  const given = [encoder, JSON.stringify(start)];
  return spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
};

/** @returns an address that takes one stream by WHIP, as the server's does for whoever is signed */
const openWhipEntry = async (video: Video, whep: Whep, stream: string): Promise<string> => {
  const entry = createServer((request, response) => {
    void text(request).then(async (sdp) => {
      const offer = { stream, address: video.feedUrl(stream), sdp, arrivedAt: null };
      const found = await whep.publish(offer, () => undefined);
      if ('answer' in found) response.writeHead(201, { location: '/one' }).end(found.answer);
      else response.writeHead(400).end(found.refused);
    });
  }).unref();
  await once(entry.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(entry.address() as AddressInfo).port}/`;
};

await runProof(async ({ promise, onEnd }) => {
  const video: Video = await startVideo({
    host: '127.0.0.1',
    rtmpPort: 0,
    secret: 'secret',
    clock: systemClock,
    log,
  });
  onEnd(() => video.stop());
  const whep: Whep = await startWhep({ host: '127.0.0.1', port: 0, log });
  onEnd(() => whep.stop());
  const publisher = publish(video.publishUrl('proof', Date.now() + 600_000));
  onEnd(() => publisher.kill('SIGKILL'));
  await until('a picture arrives', async () => (await video.streams()).includes('proof'));

  const browser = await startChromium({
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  onEnd(() => browser.close());
  const page = await browser.newPage();
  const offer = (sdp: string, stream = 'proof') =>
    whep.offer({ stream, address: video.openFlv(stream), sdp, arrivedAt: null }, () => undefined);
  await page.exposeFunction('offerTo', async (stream: string, sdp: string) => {
    const found = await offer(sdp, stream);
    return 'answer' in found ? found.answer : '';
  });
  await page.exposeFunction('sendTo', async (stream: string, sdp: string) => {
    const given = { stream, address: video.feedUrl(stream), sdp, arrivedAt: null };
    const found = await whep.publish(given, () => undefined);
    return 'answer' in found ? found.answer : '';
  });
  const frames = (name: string): Promise<number> => page.evaluate(framesInPage, name);
  const watch = async (name: string, stream = 'proof'): Promise<number> => {
    const from = performance.now();
    // A process that starts again, or a stream that is being published again, refuses meanwhile.
    await until('an answer', () => page.evaluate(watchInPage, [name, stream] as const));
    await until('a frame', async () => (await frames(name)) > 0);
    return Math.round(performance.now() - from);
  };
  // The next key frame is up to two seconds away: the first picture must not wait for it.
  const firsts: number[] = [];
  for (let at = 0; at < 8; at += 1) {
    firsts.push(await watch(`first-${at}`));
    await pause(270);
  }
  promise(Math.max(...firsts) < 2_000, 'first frame < 2 s, whenever one comes', `${firsts.join(', ')} ms`);

  const goesOn = async (name = 'first-0'): Promise<boolean> => {
    const before = await frames(name);
    await pause(2_000);
    return (await frames(name)) > before + 5;
  };
  const fault = await page.evaluate(sendInPage, 'by-whip');
  promise(fault === '', 'a Chromium sends by WHIP', fault || 'H.264');
  const arrived = await until('it arrives', async () => (await video.streams()).includes('by-whip'));
  const seen = await watch('whip', 'by-whip');
  promise(arrived + seen < 2_000, 'its first frame is shown within 2 s', `${arrived} + ${seen} ms`);
  promise(await goesOn('whip'), 'its picture goes on', `${await frames('whip')} frames`);
  const camera = publish(await openWhipEntry(video, whep, 'camera'));
  const reached = await until('it arrives', async () => (await video.streams()).includes('camera'));
  const watched = await watch('camera', 'camera');
  promise(await goesOn('camera'), 'the simulator sends by WHIP', `${reached} + ${watched} ms`);
  camera.kill('SIGKILL');
  const pid = whep.pid();
  const { port } = whep;
  const hostile = ['', 'v=0', 'm=video 9 x 1\r\n'.repeat(900), randomBytes(8_000).toString('latin1')];
  let refused = 0;
  const attack = async (): Promise<void> => {
    for (let left = OFFERS / 20; left > 0; left -= 1)
      if ('refused' in (await offer(hostile[left % hostile.length] ?? ''))) refused += 1;
  };
  await Promise.all(Array.from({ length: 20 }, attack));
  promise(refused === OFFERS, 'hostile offers are refused', `${refused} of ${OFFERS}`);
  const socket = createSocket('udp4');
  onEnd(() => socket.close());
  for (let sent = 0; sent < DATAGRAMS; sent += 1) {
    // STUN, DTLS and RTP by their first byte, and anything else.
    const noise = randomBytes(20 + (sent % 1_200));
    noise[0] = [0, 22, 128, noise[0] ?? 0][sent % 4] ?? 0;
    socket.send(noise, port, '127.0.0.1');
    if (sent % 200 === 0) await pause(5);
  }
  promise(await goesOn(), 'the picture goes on under noise on its port', `${DATAGRAMS} datagrams`);
  promise(whep.pid() === pid, 'the process lives', String(pid));

  let from = performance.now();
  process.kill(whep.pid() ?? 0, 'SIGKILL');
  await watch('after-whep');
  const afterWhep = Math.round(performance.now() - from);
  promise(afterWhep <= 3_000, 'back within 3 s after the WebRTC process was killed', `${afterWhep} ms`);
  from = performance.now();
  process.kill(video.pid() ?? 0, 'SIGKILL');
  await until('it ends', async () => !(await video.streams()).includes('proof'));
  await until('it starts again', () => video.running);
  const again = Math.round(performance.now() - from);
  promise(again <= 3_000, 'the video process takes pictures again within 3 s', `${again} ms`);
  // When a publisher tries again is its own affair.
  await until('the publisher comes back', async () => (await video.streams()).includes('proof'));
  const shown = await watch('after-video');
  promise(shown <= 2_000, 'and shows them within 2 s of their return', `${shown} ms`);
});
