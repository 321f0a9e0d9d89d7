import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promised } from '@eyrie/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { startWhep, type Whep } from './index.ts';

const library = await import('node-datachannel').then(
  (found) => found.default,
  () => null,
);
const why = library ? '' : ' (skipped: node-datachannel does not exist for this system)';

const log = createLog({ level: 'silent' });
const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const sps = [0x67, 0x42, 0xe0, 0x1f];
const pps = [0x68, 0xce];
const record = Buffer.from([1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, 4, ...sps, 1, 0, 2, ...pps]);
const tag = (first: number, kind: number, composition: number, data: Buffer, timestamp = 0): Buffer => {
  const head = Buffer.alloc(11);
  head[0] = 9;
  head.writeUIntBE(data.length + 5, 1, 3);
  head.writeUIntBE(timestamp, 4, 3);
  return Buffer.concat([head, Buffer.from([first, kind, 0, 0, composition]), data, Buffer.alloc(4)]);
};
const flvHead = Buffer.concat([Buffer.from('FLV'), Buffer.from([1, 1, 0, 0, 0, 9]), Buffer.alloc(4)]);
const configuration = tag(0x17, 0, 0, record);
/** What each stream begins with; after it comes a frame every 20 ms that is no key frame. */
const beginnings: Record<string, Buffer[]> = {
  plain: [configuration, tag(0x17, 1, 0, unit(0x65, 1, 2, 3))],
  bFrames: [configuration, tag(0x17, 1, 0, unit(0x65, 1)), tag(0x27, 1, 40, unit(0x41, 1))],
  h265: [tag(0x1c, 0, 0, record)],
  still: [configuration, tag(0x17, 1, 0, unit(0x65, 1, 2, 3))],
  silent: [],
};

let media: Server;
let whep: Whep;
let opened = 0;
const addressOf = (stream: string): string =>
  `http://127.0.0.1:${(media.address() as AddressInfo).port}/${stream}`;

beforeAll(async () => {
  media = createServer((request, response) => {
    const beginning = beginnings[(request.url ?? '').slice(1)];
    if (!beginning) {
      response.writeHead(404).end();
      return;
    }
    opened += 1;
    response.write(Buffer.concat([flvHead, ...beginning]));
    if (beginning === beginnings['still'] || beginning === beginnings['silent']) return;
    let at = 0;
    const timer = setInterval(() => response.write(tag(0x27, 1, 0, unit(0x41, at & 0xff), (at += 20))), 20);
    response.on('close', () => clearInterval(timer));
  });
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
  if (library) whep = await startWhep({ host: '127.0.0.1', port: 0, log });
});
afterAll(async () => {
  await whep?.stop();
  media.closeAllConnections();
  media.close();
});

/** The library forgets what the collector takes, also while it runs. */
const kept: unknown[] = [];

/** Somebody who wants to watch, and the types of the units that arrive. */
const openClient = () => {
  if (!library) throw new Error('no library');
  const units: number[] = [];
  const connection = new library.PeerConnection('client', { iceServers: [], disableAutoNegotiation: true });
  const picture = new library.Video('0', 'RecvOnly');
  picture.addH264Codec(102);
  const track = connection.addTrack(picture);
  kept.push(connection, track);
  track.onMessage((packet) => {
    // RTCP shares the connection.
    if ((packet[1] ?? 0) >= 200 && (packet[1] ?? 0) <= 207) return;
    const at = 12 + 4 * ((packet[0] ?? 0) & 15);
    units.push((packet[at] ?? 0) & 31);
  });
  connection.setLocalDescription('offer');
  return {
    units,
    sdp: connection.localDescription()?.sdp ?? '',
    answer: (sdp: string) => connection.setRemoteDescription(sdp, 'answer'),
    close: () => connection.close(),
  };
};
const offer = (stream: string, sdp: string, onEnded: (end: string) => void = () => undefined) =>
  whep.offer({ stream, address: addressOf(stream), sdp, arrivedAt: null }, onEnded);
const watch = async (stream: string) => {
  const client = openClient();
  const ends: string[] = [];
  const found = await offer(stream, client.sdp, (end) => ends.push(end));
  if (!('answer' in found)) throw new Error(found.refused);
  client.answer(found.answer);
  return { ...client, ends, id: found.id };
};
const within = { timeout: promised(5_000) };

test.skipIf(!library)(
  `a viewer who comes late is sent the key frame with its parameter sets first${why}`,
  async () => {
    const before = opened;
    const first = await watch('plain');
    await expect.poll(() => first.units.length, within).toBeGreaterThan(20);
    const late = await watch('plain');
    await expect.poll(() => late.units.length, within).toBeGreaterThan(20);
    expect(late.units.slice(0, 4)).toEqual([7, 8, 5, 1]);
    expect(opened - before).toBe(1);
    whep.end(late.id);
    await expect.poll(() => late.ends, within).toEqual(['left']);
    first.close();
  },
);

test.skipIf(!library)(`a stream that browsers cannot play is refused with the reason${why}`, async () => {
  const client = openClient();
  expect(await offer('h265', client.sdp)).toEqual({ refused: 'h265' });
  expect(await offer('nobody', client.sdp)).toEqual({ refused: 'noStream' });
  expect(await offer('silent', client.sdp)).toEqual({ refused: 'noStream' });
  // The format may be known before the first frame that is out of order.
  const found = await offer('bFrames', client.sdp);
  if ('refused' in found) expect(found).toEqual({ refused: 'bFrames' });
  client.close();
});

test.skipIf(!library)(
  `says whether a viewer is sent frames, or its camera sends none, or it has ended${why}`,
  async () => {
    const moving = await watch('plain');
    await expect.poll(() => moving.units.length, within).toBeGreaterThan(0);
    await expect.poll(() => whep.standing(moving.id), within).toBe('sending');
    const still = await watch('still');
    await expect.poll(() => whep.standing(still.id), within).toBe('still');
    whep.end(still.id);
    await expect.poll(() => whep.standing(still.id), within).toBe('gone');
    expect(await whep.standing('nobody')).toBe('gone');
    moving.close();
  },
);

test.skipIf(!library)(`hostile offers are refused, and cost nobody else the picture${why}`, async () => {
  const pid = whep.pid();
  const viewer = await watch('plain');
  const { sdp, close } = openClient();
  const hostile = [
    '',
    '\0',
    'v=0\r\n',
    sdp.replaceAll('a=', 'b='),
    sdp.replace(/a=ice-pwd:.*/, 'a=ice-pwd:x'),
    sdp.replace(/a=fingerprint:.*/, 'a=fingerprint:sha-256 00'),
    sdp.replaceAll('H264', 'H265'),
    sdp.repeat(20),
    'm=video 9 UDP/TLS/RTP/SAVPF 102\r\n'.repeat(900),
  ];
  for (const one of hostile) expect(await offer('plain', one)).toEqual({ refused: 'malformed' });
  const seen = viewer.units.length;
  await expect.poll(() => viewer.units.length, within).toBeGreaterThan(seen + 10);
  expect(whep.pid()).toBe(pid);
  viewer.close();
  close();
});

test.skipIf(!library)(
  `a process that is killed comes back on its port within 3 s, its viewers are none${why}`,
  async () => {
    const { port } = whep;
    const viewer = await watch('plain');
    await expect.poll(() => viewer.units.length, within).toBeGreaterThan(0);
    const from = performance.now();
    process.kill(whep.pid() ?? 0, 'SIGKILL');
    await expect.poll(() => viewer.ends, within).toEqual(['gone']);
    viewer.close();
    const again: Awaited<ReturnType<typeof watch>>[] = [];
    await expect.poll(async () => again.push(await watch('plain')), within).toBe(1);
    await expect.poll(() => again[0]?.units.length, within).toBeGreaterThan(0);
    expect(performance.now() - from).toBeLessThan(promised(3_000));
    expect(whep.port).toBe(port);
    again[0]?.close();
  },
);

test.skipIf(!library)(`a port that is taken is named${why}`, async () => {
  const { createSocket } = await import('node:dgram');
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  await expect(startWhep({ host: '127.0.0.1', port, log })).rejects.toThrow('EADDRINUSE');
  socket.close();
});
