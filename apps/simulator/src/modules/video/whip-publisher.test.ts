import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Push } from './push.ts';

const library = await import('node-datachannel').then(
  (found) => found.default,
  () => null,
);
const why = library ? '' : ' (skipped: node-datachannel does not exist for this system)';

/** The library forgets what the collector takes, also while it runs. */
const kept: unknown[] = [];
let server: Server;
let url: string;
let connections: { close(): void; ask(): void }[] = [];
let kinds: number[] = [];
let ended: string[] = [];

let receiving: PromiseWithResolvers<void>;

/** Takes one offer as a server of WHIP does. */
const answerOf = async (sdp: string): Promise<string> => {
  if (!library) throw new Error('no library');
  const connection = new library.PeerConnection('server', { iceServers: [], disableAutoNegotiation: true });
  const media = new library.Video('0', 'RecvOnly');
  media.addH264Codec(102);
  const track = connection.addTrack(media);
  let ssrc = 0;
  track.onOpen(() => receiving.resolve());
  track.onMessage((packet) => {
    if ((packet[1] ?? 0) >= 200 && (packet[1] ?? 0) <= 207) return;
    ssrc = packet.readUInt32BE(8);
    kinds.push((packet[12] ?? 0) & 31);
  });
  kept.push(connection, media, track);
  connections.push({
    close: () => connection.close(),
    ask: () => {
      const pli = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0]);
      pli.writeUInt32BE(ssrc, 8);
      track.sendMessageBinary(pli);
    },
  });
  const gathered = Promise.withResolvers<void>();
  connection.onGatheringStateChange((state) => state === 'complete' && gathered.resolve());
  connection.setRemoteDescription(sdp, 'offer');
  connection.setLocalDescription('answer');
  await gathered.promise;
  return connection.localDescription()?.sdp ?? '';
};

beforeEach(async () => {
  receiving = Promise.withResolvers<void>();
  connections = [];
  kinds = [];
  ended = [];
  server = createServer((request, response) => {
    if (request.method === 'DELETE') {
      ended.push(request.url ?? '');
      response.writeHead(200).end();
      return;
    }
    if (!request.url?.includes('sign=right')) {
      response.writeHead(403).end();
      return;
    }
    void text(request)
      .then(answerOf)
      .then((answer) =>
        response.writeHead(201, { 'content-type': 'application/sdp', location: '/whip/one' }).end(answer),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rtc/v1/whip/?app=live&stream=one&sign=`;
});
afterEach(() => {
  for (const connection of connections) connection.close();
  server.close();
});

const record = [1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xe0, 0x1f, 1, 0, 2, 0x68, 0xce];
const header = { body: Buffer.from([0x17, 0, 0, 0, 0, ...record]), key: true, header: true, timestamp: 0 };
const frame = (key: boolean, timestamp: number) => ({
  body: Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0, 0, 0, 0, 2, key ? 0x65 : 0x41, 1]),
  key,
  header: false,
  timestamp,
});

it.skipIf(!library)(
  `a picture goes by WHIP with its parameter sets before each key frame, sends one when asked, and says its end${why}`,
  async () => {
    const push = new Push(
      `${url}right`,
      () => ({}),
      () => undefined,
    );
    await push.open();
    // Packets that come before the keys of this end are lost, as on any network.
    await receiving.promise;
    push.tag(header);
    push.tag(frame(true, 0));
    push.tag(frame(false, 100));
    await expect.poll(() => kinds).toEqual([7, 8, 5, 1]);
    expect(push.wantsKey).toBe(false);
    await expect
      .poll(() => {
        connections[0]?.ask();
        return push.wantsKey;
      })
      .toBe(true);
    push.tag(frame(true, 200));
    expect(push.wantsKey).toBe(false);
    await expect.poll(() => kinds).toEqual([7, 8, 5, 1, 7, 8, 5]);
    push.close();
    await expect.poll(() => ended).toEqual(['/whip/one']);
  },
);

it.skipIf(!library)(`a server that refuses, or that is none, is no picture${why}`, async () => {
  const refused = new Push(
    `${url}wrong`,
    () => ({}),
    () => undefined,
  );
  await expect(refused.open()).rejects.toThrow('refused: 403');
  const nobody = new Push(
    'http://127.0.0.1:1/rtc/v1/whip/',
    () => ({}),
    () => undefined,
  );
  await expect(nobody.open()).rejects.toThrow('fetch failed');
});
