import { limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createFlvReader, type PictureFrame } from './flv-reader.ts';
import { startVideo, startWhep, type Video, type Whep } from './index.ts';

const library = await import('node-datachannel').then(
  (found) => found.default,
  () => null,
);
const why = library ? '' : ' (skipped: node-datachannel does not exist for this system)';
const log = createLog({ level: 'silent' });
const within = { timeout: promised(10_000) };
const later = (): number => Date.now() + 60_000;
let video: Video;
let whep: Whep;

beforeAll(async () => {
  if (!library) return;
  video = await startVideo({ host: '127.0.0.1', rtmpPort: 0, secret: 'secret', clock: systemClock, log });
  whep = await startWhep({ host: '127.0.0.1', port: 0, log });
});
afterAll(async () => {
  await whep?.stop();
  await video?.stop();
});

/** The library forgets what the collector takes, also while it runs. */
const kept: unknown[] = [];
const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const parameterSets = Buffer.concat([unit(0x67, 0x42, 0xe0, 0x1f), unit(0x68, 0xce)]);

/** A device with a camera: it sends frames once it is connected, and a key frame only when it is asked for one. */
const openCamera = (mark: number) => {
  if (!library) throw new Error('no library');
  const connection = new library.PeerConnection('camera', { iceServers: [], disableAutoNegotiation: true });
  const media = new library.Video('0', 'SendOnly');
  media.addH264Codec(102);
  media.addSSRC(mark, 'camera', 'camera', 'picture');
  const track = connection.addTrack(media);
  const rtp = new library.RtpPacketizationConfig(mark, 'camera', 102, 90_000);
  const packetizer = new library.H264RtpPacketizer('Length', rtp);
  track.setMediaHandler(packetizer);
  kept.push(connection, media, track, rtp, packetizer);
  let keyWanted = false;
  track.onMessage((message) => {
    // PLI stands behind a report.
    keyWanted ||= message.includes(Buffer.from([0x81, 206, 0, 2]));
  });
  let time = 0;
  const timer = setInterval(() => {
    if (!track.isOpen()) return;
    rtp.timestamp = time += 1_800;
    const picture = keyWanted
      ? [parameterSets, unit(0x65, mark, 1, 2), unit(0x65, mark, 3)]
      : [unit(0x41, mark)];
    keyWanted = false;
    track.sendMessageBinary(Buffer.concat(picture));
  }, 20);
  connection.setLocalDescription('offer');
  return {
    sdp: connection.localDescription()?.sdp ?? '',
    answer: (sdp: string) => connection.setRemoteDescription(sdp, 'answer'),
    close: () => {
      clearInterval(timer);
      connection.close();
    },
  };
};
const publish = (stream: string, sdp: string, onEnded: (end: string) => void = () => undefined) =>
  whep.publish({ stream, address: video.feedUrl(stream), sdp, arrivedAt: null }, onEnded);
const send = async (stream: string, mark: number) => {
  const camera = openCamera(mark);
  const ends: string[] = [];
  const found = await publish(stream, camera.sdp, (end) => ends.push(end));
  if (!('answer' in found)) throw new Error(found.refused);
  camera.answer(found.answer);
  return { ...camera, ends, id: found.id };
};
const streams = () => video.streams();

/** Somebody who watches by FLV. */
const watchFlv = async (stream: string) => {
  const frames: PictureFrame[] = [];
  const profiles: string[] = [];
  const read = createFlvReader(
    {
      format: ({ profile }) => profiles.push(profile),
      frame: (frame) => frames.push(frame),
      fault: (fault) => {
        throw new Error(fault);
      },
    },
    1_000_000,
  );
  const reader = (await fetch(video.openFlv(stream))).body?.getReader();
  void (async () => {
    for (;;) {
      const { value } = (await reader?.read().catch(() => null)) ?? {};
      if (!value) return;
      read(Buffer.from(value));
    }
  })();
  return { frames, profiles, stop: () => reader?.cancel() };
};

/** Somebody who watches by WebRTC, and the kinds of the units that arrive. */
const watchWhep = async (stream: string) => {
  if (!library) throw new Error('no library');
  const kinds: number[] = [];
  const connection = new library.PeerConnection('viewer', { iceServers: [], disableAutoNegotiation: true });
  const media = new library.Video('0', 'RecvOnly');
  media.addH264Codec(102);
  const track = connection.addTrack(media);
  kept.push(connection, media, track);
  track.onMessage((packet) => {
    if ((packet[1] ?? 0) < 200 || (packet[1] ?? 0) > 207)
      kinds.push((packet[12 + 4 * ((packet[0] ?? 0) & 15)] ?? 0) & 31);
  });
  connection.setLocalDescription('offer');
  const offer = {
    stream,
    address: video.openFlv(stream),
    sdp: connection.localDescription()?.sdp ?? '',
    arrivedAt: null,
  };
  const found = await whep.offer(offer, () => undefined);
  if (!('answer' in found)) throw new Error(found.refused);
  connection.setRemoteDescription(found.answer, 'answer');
  return { kinds, close: () => connection.close() };
};

test.skipIf(!library)(
  `a picture that came by WebRTC is seen by FLV and by WebRTC, its key frame first${why}`,
  async () => {
    const camera = await send('dock-whip', 11);
    await expect.poll(streams, within).toContain('dock-whip');
    const flv = await watchFlv('dock-whip');
    await expect.poll(() => flv.frames.length, within).toBeGreaterThan(20);
    const viewer = await watchWhep('dock-whip');
    await expect.poll(() => viewer.kinds.length, within).toBeGreaterThan(20);
    expect(flv.profiles[0]).toBe('42e01f');
    expect(flv.frames.slice(0, 2).map(({ key }) => key)).toEqual([true, false]);
    expect(flv.frames[0]?.units).toEqual(
      Buffer.concat([parameterSets, unit(0x65, 11, 1, 2), unit(0x65, 11, 3)]),
    );
    const [first, last] = [flv.frames[1], flv.frames[11]];
    expect(((last?.timestamp ?? 0) - (first?.timestamp ?? 0)) / 10).toBeCloseTo(20, 0);
    expect(viewer.kinds.slice(0, 4)).toEqual([7, 8, 5, 5]);
    viewer.close();
    await flv.stop();
    whep.end(camera.id);
    await expect.poll(() => camera.ends, within).toEqual(['left']);
    await expect.poll(streams, within).not.toContain('dock-whip');
    camera.close();
  },
);

test.skipIf(!library)(`a second device takes a stream over, and the first is ended${why}`, async () => {
  const first = await send('dock-twice', 21);
  await expect.poll(streams, within).toContain('dock-twice');
  const second = await send('dock-twice', 22);
  await expect.poll(() => first.ends, within).toEqual(['noStream']);
  const flv = await watchFlv('dock-twice');
  await expect.poll(() => flv.frames.length, within).toBeGreaterThan(5);
  expect(flv.frames.every(({ units }) => units.includes(22) && !units.includes(21))).toBe(true);
  await flv.stop();
  first.close();
  // A connection that breaks off is the end too.
  second.close();
  await expect.poll(() => second.ends, within).toHaveLength(1);
  await expect.poll(streams, within).not.toContain('dock-twice');
});

test.skipIf(!library)(
  `offers that lead nowhere do not add up, and cost nobody else the picture${why}`,
  async () => {
    const pid = whep.pid();
    const camera = await send('dock-steady', 31);
    await expect.poll(streams, within).toContain('dock-steady');
    const flv = await watchFlv('dock-steady');
    const { sdp, close } = openCamera(32);
    const hostile = [
      '',
      'v=0\r\n',
      sdp.replaceAll('a=sendonly', 'a=recvonly'),
      sdp.replace(/a=ice-pwd:.*/, 'a=ice-pwd:x'),
      sdp.replaceAll('H264', 'VP8'),
      sdp.repeat(20),
    ];
    for (const one of hostile) expect(await publish('dock-hostile', one)).toEqual({ refused: 'malformed' });
    const ends: string[] = [];
    const tries = limits.whip.publishers + 20;
    let answered = 0;
    for (let at = 0; at < tries; at += 1)
      if ('answer' in (await publish('dock-half', sdp, (end) => ends.push(end)))) answered += 1;
    expect(answered).toBe(tries);
    await expect.poll(() => ends.length, within).toBe(tries - 1);
    const seen = flv.frames.length;
    await expect.poll(() => flv.frames.length, within).toBeGreaterThan(seen + 10);
    expect(await streams()).not.toContain('dock-half');
    expect(whep.pid()).toBe(pid);
    await flv.stop();
    close();
    camera.close();
  },
);

test.skipIf(!library)(
  `a picture is back within 3 s of the end of the process that takes it, without a new offer${why}`,
  async () => {
    const camera = await send('dock-killed', 41);
    await expect.poll(streams, within).toContain('dock-killed');
    const from = performance.now();
    process.kill(video.pid() ?? 0, 'SIGKILL');
    await expect.poll(streams, within).not.toContain('dock-killed');
    await expect.poll(streams, within).toContain('dock-killed');
    expect(performance.now() - from).toBeLessThan(promised(3_000));
    const flv = await watchFlv('dock-killed');
    await expect.poll(() => flv.frames.length, within).toBeGreaterThan(5);
    expect([flv.frames[0]?.key, camera.ends]).toEqual([true, []]);
    await flv.stop();
    camera.close();
  },
);

test.skipIf(!library)(`only a process of our own hands a stream on${why}`, async () => {
  const body = Buffer.from('FLV');
  const address = new URL(video.feedUrl('dock-fed'));
  for (const sign of [
    '',
    video.publishSign('dock-fed', later()),
    new URL(video.openFlv('dock-fed')).searchParams.get('sign') ?? '',
    new URL(video.feedUrl('dock-other')).searchParams.get('sign') ?? '',
  ]) {
    address.searchParams.set('sign', sign);
    expect((await fetch(address, { method: 'POST', body })).status).toBe(404);
  }
  expect(video.mayPublish('dock-fed', video.publishSign('dock-fed', later()))).toBe(true);
  expect(video.mayPublish('dock-fed', video.publishSign('dock-other', later()))).toBe(false);
  expect(video.mayPublish('dock-fed', video.publishSign('dock-fed', Date.now() - 60_000))).toBe(false);
  expect(video.mayPublish('../x', 'x')).toBe(false);
  expect(await streams()).not.toContain('dock-fed');
});
