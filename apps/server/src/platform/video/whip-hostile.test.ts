import { randomBytes } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createFlvReader } from './flv-reader.ts';
import { startVideo, startWhep, type Video, type Whep } from './index.ts';

const library = await import('node-datachannel').then(
  (found) => found.default,
  () => null,
);
const why = library ? '' : ' (skipped: node-datachannel does not exist for this system)';
const log = createLog({ level: 'silent' });
const within = { timeout: promised(10_000) };
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
const type = 102;
const pictureLost = Buffer.from([0x81, 206, 0, 2]);
const packetsLost = Buffer.from([0x81, 205]);

/** A device that writes its packets itself, so that they may be lost, or wrong. */
const openSender = async (stream: string) => {
  if (!library) throw new Error('no library');
  const connection = new library.PeerConnection('sender', { iceServers: [], disableAutoNegotiation: true });
  const media = new library.Video('0', 'SendOnly');
  media.addH264Codec(type);
  media.addSSRC(7, 'camera', 'camera', 'picture');
  const track = connection.addTrack(media);
  kept.push(connection, media, track);
  const asked = { pictures: 0, packets: 0 };
  track.onMessage((message) => {
    asked.pictures += message.includes(pictureLost) ? 1 : 0;
    asked.packets += message.includes(packetsLost) ? 1 : 0;
  });
  connection.setLocalDescription('offer');
  const sdp = connection.localDescription()?.sdp ?? '';
  const ends: string[] = [];
  const offer = { stream, address: video.feedUrl(stream), sdp, arrivedAt: null };
  const found = await whep.publish(offer, (end) => ends.push(end));
  if (!('answer' in found)) throw new Error(found.refused);
  connection.setRemoteDescription(found.answer, 'answer');
  await expect.poll(() => track.isOpen(), within).toBe(true);
  const raw = (bytes: Buffer): void => {
    try {
      track.sendMessageBinary(bytes);
    } catch {
      // What the sender's own library does not let out never arrives.
    }
  };
  return {
    asked,
    ends,
    raw,
    /** Sends one packet, the last of its picture unless another is said. */
    packet: (
      sequence: number,
      payload: readonly number[] | Buffer,
      { timestamp = sequence * 3_600, marker = true, ssrc = 7 } = {},
    ): void => {
      const head = Buffer.from([0x80, type | (marker ? 0x80 : 0), ...Buffer.alloc(10)]);
      head.writeUInt16BE(sequence & 0xff_ff, 2);
      head.writeUInt32BE(timestamp >>> 0, 4);
      head.writeUInt32BE(ssrc >>> 0, 8);
      raw(Buffer.concat([head, Buffer.from(payload)]));
    },
    close: () => connection.close(),
  };
};

const key = [24, 0, 4, 0x67, 0x42, 0xe0, 0x1f, 0, 2, 0x68, 0xce, 0, 3, 0x65, 1, 2];
const onward = (mark: number): number[] => [0x41, mark];
const streams = () => video.streams();

/** The last byte of each frame that is handed on, and which of them are key frames. */
const watch = async (stream: string) => {
  const frames: { key: boolean; mark: number }[] = [];
  const read = createFlvReader(
    {
      format: () => undefined,
      frame: (frame) => frames.push({ key: frame.key, mark: frame.units.at(-1) ?? 0 }),
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
  return { frames, stop: () => reader?.cancel() };
};

test.skipIf(!library)(
  `what is lost on the way is asked for; what does not come costs the frames up to the next key frame, and no more${why}`,
  async () => {
    const sender = await openSender('dock-loses');
    sender.packet(1, key);
    await expect.poll(streams, within).toContain('dock-loses');
    const { frames, stop } = await watch('dock-loses');
    sender.packet(2, onward(2));
    await expect.poll(() => frames.length, within).toBe(2);
    // The third comes late, but in time.
    sender.packet(4, onward(4));
    await expect.poll(() => sender.asked.packets, within).toBe(1);
    sender.packet(3, onward(3));
    await expect.poll(() => frames.map(({ mark }) => mark), within).toEqual([2, 2, 3, 4]);
    // The fifth never does: packets go on until nobody waits for it any more.
    const asked = sender.asked.pictures;
    let next = 6;
    const goOn = setInterval(() => sender.packet(next, onward((next += 1))), 20);
    await expect.poll(() => sender.asked.pictures, within).toBeGreaterThan(asked);
    clearInterval(goOn);
    expect(frames).toHaveLength(4);
    sender.packet(next, key);
    sender.packet(next + 1, onward(99));
    await expect
      .poll(() => frames.slice(4), within)
      .toEqual([
        { key: true, mark: 2 },
        { key: false, mark: 99 },
      ]);
    await stop();
    sender.close();
  },
);

test.skipIf(!library)(
  `a device that sends no key frame is asked for one, shown nowhere, and ended${why}`,
  async () => {
    const sender = await openSender('dock-keyless');
    let next = 0;
    const goOn = setInterval(() => sender.packet((next += 1), onward(1)), 50);
    await expect
      .poll(() => sender.ends, { timeout: promised(limits.whip.keyWithin + 10_000) })
      .toEqual(['noKeyFrame']);
    clearInterval(goOn);
    expect(sender.asked.pictures).toBeGreaterThan(5);
    expect(await streams()).not.toContain('dock-keyless');
    sender.close();
  },
);

test.skipIf(!library)(
  `frames that are shown before the one before them end the connection${why}`,
  async () => {
    const sender = await openSender('dock-b-frames');
    sender.packet(1, key);
    await expect.poll(streams, within).toContain('dock-b-frames');
    sender.packet(2, onward(2), { timestamp: 1 });
    await expect.poll(() => sender.ends, within).toEqual(['bFrames']);
    await expect.poll(streams, within).not.toContain('dock-b-frames');
    sender.close();
  },
);

/** A unit in fragments of one picture. */
const inFragments = (unitKind: number, bytes: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes / 1_000) }, (_, at, last = Math.ceil(bytes / 1_000) - 1) =>
    Buffer.concat([
      Buffer.from([0x7c, unitKind | (at === 0 ? 0x80 : 0) | (at === last ? 0x40 : 0)]),
      Buffer.alloc(1_000, 1),
    ]),
  );

test.skipIf(!library)(`hostile packets cost nobody else the picture${why}`, async () => {
  const pid = whep.pid();
  const steady = await openSender('dock-steady');
  let sent = 0;
  const goOn = setInterval(() => steady.packet((sent += 1), sent % 25 === 1 ? key : onward(1)), 20);
  await expect.poll(streams, within).toContain('dock-steady');
  const { frames, stop } = await watch('dock-steady');
  const hostile = await openSender('dock-hostile');
  let sequence = 0;
  // Parameter sets too long for FLV, then a key frame that needs them.
  for (const kind of [7, 8])
    for (const payload of inFragments(kind, 70_000))
      hostile.packet((sequence += 1), payload, { marker: false, timestamp: 9 });
  hostile.packet((sequence += 1), [0x65, 1], { timestamp: 9 });
  // A picture without an end, in the smallest packets; units of kinds that are none; reports that are cut off.
  for (let at = 0; at < limits.whip.picturePackets + 100; at += 1)
    hostile.packet((sequence += 1), [0x7c, at === 0 ? 0x85 : 0x05, 1], { marker: false, timestamp: 10 });
  for (let kind = 0; kind < 32; kind += 1) hostile.packet((sequence += 1), [kind], { timestamp: 11 + kind });
  for (let bytes = 0; bytes < 40; bytes += 1)
    hostile.raw(Buffer.concat([Buffer.from([0x80, 200]), randomBytes(bytes)]));
  for (let at = 0; at < 3_000; at += 1)
    hostile.packet(randomBytes(2).readUInt16BE(), randomBytes(1 + (at % 600)), {
      timestamp: at,
      ssrc: at % 3 === 0 ? at : 7,
      marker: at % 2 === 0,
    });
  for (let at = 0; at < 3_000; at += 1)
    hostile.raw(Buffer.concat([Buffer.from([randomBytes(1)[0] ?? 0, type]), randomBytes(at % 900)]));
  const seen = frames.length;
  await expect.poll(() => frames.length, within).toBeGreaterThan(seen + 25);
  expect([whep.pid(), steady.ends]).toEqual([pid, []]);
  // The one that sent them begins anew, like any other.
  const again = await openSender('dock-hostile');
  again.packet(1, key);
  await expect.poll(streams, within).toContain('dock-hostile');
  clearInterval(goOn);
  await stop();
  for (const sender of [steady, hostile, again]) sender.close();
});
