/** The peer: the least that a page by WHEP needs of node-datachannel. Packets go on as they come, of one sender to its viewers. */
import { randomInt, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { limits } from '@eyrie/domain';
import library from 'node-datachannel';
import {
  formatLine,
  payloadFor,
  payloadToReceive,
  readOffer,
} from '../../apps/server/src/platform/video/offer.ts';
import { answerOf, openConnection, type PeerOptions } from '../../apps/server/src/platform/video/peer.ts';
import { bitrateLimit, pictureLost, Reception } from '../../apps/server/src/platform/video/rtcp.ts';
import { isRtcp, readRtp } from '../../apps/server/src/platform/video/rtp.ts';
import { answerQuestions } from '../process.ts';

export interface Question {
  does: 'publish' | 'watch';
  stream: string;
  sdp: string;
}

type Forward = (packet: Buffer) => void;
interface Room {
  viewers: Set<Forward>;
  askForKey(): void;
}

const clockRate = 90_000;
const own = randomInt(1, 0xff_ff_ff_ff);
/** As the product allows it: the same picture goes both ways. */
const { bitsPerSecond } = limits.whip;
const rooms = new Map<string, Room>();
/** The library ends the process when what it calls back is collected. */
const kept: unknown[] = [];

const port = await new Promise<number>((resolve) => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1', () => {
    const found = socket.address().port;
    socket.close(() => resolve(found));
  });
});

type Media = InstanceType<typeof library.Video>;

/** A connection with one track, and the answer that makes it. */
const connect = (peer: Pick<PeerOptions, 'offer' | 'payload'>, media: Media, ssrc: number | null) => {
  const options: PeerOptions = {
    ...peer,
    id: randomUUID(),
    bindAddress: '127.0.0.1',
    port,
    hosts: ['127.0.0.1'],
  };
  const connection = openConnection(library, options);
  media.addH264Codec(peer.payload.type, formatLine(peer.payload.profile));
  if (ssrc !== null) media.addSSRC(ssrc, 'bare', 'bare', 'picture');
  const track = connection.addTrack(media);
  kept.push(connection, media, track);
  return { connection, track, answer: () => answerOf(connection, options, ssrc) };
};

function publish({ stream, sdp }: Question): string {
  const offer = readOffer(sdp, 'sends');
  const payload = offer && payloadToReceive(offer);
  if (!offer || !payload) return '';
  const { connection, track, answer } = connect(
    { offer, payload },
    new library.Video(offer.mid, 'RecvOnly'),
    null,
  );
  let sender: { ssrc: number; reception: Reception } | null = null;
  const report = (rtcpOf: (ssrc: number) => Buffer): void => {
    if (!sender || !track.isOpen()) return;
    const first = sender.reception.report(own, performance.now());
    track.sendMessageBinary(Buffer.concat([first, rtcpOf(sender.ssrc)]));
  };
  const room: Room = {
    viewers: new Set(),
    askForKey: () => report((ssrc) => pictureLost(own, ssrc)),
  };
  rooms.set(stream, room);
  const reporting = setInterval(() => report((ssrc) => bitrateLimit(own, ssrc, bitsPerSecond)), 1_000);
  track.onMessage((message) => {
    const now = performance.now();
    if (isRtcp(message)) {
      sender?.reception.sent(message, now);
      return;
    }
    const packet = readRtp(message);
    if (packet?.payloadType !== payload.type) return;
    sender ??= { ssrc: packet.ssrc, reception: new Reception(packet.ssrc, clockRate) };
    sender.reception.take(packet, now);
    for (const forward of room.viewers) forward(message);
  });
  connection.onStateChange((state) => {
    if (state !== 'closed' && state !== 'failed' && state !== 'disconnected') return;
    clearInterval(reporting);
    rooms.delete(stream);
  });
  return answer();
}

function watch({ stream, sdp }: Question): string {
  const [room, offer] = [rooms.get(stream), readOffer(sdp)];
  const payload = offer && payloadFor(offer, '42e01f');
  if (!room || !offer || !payload) return '';
  const ssrc = randomInt(1, 0xff_ff_ff_ff);
  const { connection, track, answer } = connect(
    { offer, payload },
    new library.Video(offer.mid, 'SendOnly'),
    ssrc,
  );
  const forward: Forward = (message) => {
    if (!track.isOpen()) return;
    const packet = Buffer.from(message);
    packet[1] = ((packet[1] as number) & 0x80) | payload.type;
    packet.writeUInt32BE(ssrc, 8);
    track.sendMessageBinary(packet);
  };
  track.onOpen(() => {
    room.viewers.add(forward);
    room.askForKey();
  });
  // A viewer that reports a loss needs a key frame as any other does.
  track.onMessage((message) => {
    if (message[1] === 206) room.askForKey();
  });
  connection.onStateChange((state) => {
    if (state === 'closed' || state === 'failed' || state === 'disconnected') room.viewers.delete(forward);
  });
  return answer();
}

answerQuestions((question: Question) =>
  Promise.resolve(question.does === 'publish' ? publish(question) : watch(question)),
);
