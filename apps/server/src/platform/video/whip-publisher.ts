import { randomInt } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { limits } from '@eyrie/domain';
import { configurationOf, configurationTag, flvHead, pictureTag } from './flv-writer.ts';
import { kindOf, unitKind, UnitReader } from './h264-units.ts';
import { formatLine } from './offer.ts';
import { answerOf, openConnection, type Connection, type Library, type PeerOptions } from './peer.ts';
import { PacketOrder } from './rtp-order.ts';
import { isRtcp, readRtp, type RtpPacket } from './rtp.ts';
import { bitrateLimit, packetsLost, pictureLost, Reception } from './rtcp.ts';

const bounds = limits.whip;
const clockRate = 90_000;
const ticksPerMs = clockRate / 1000;

/**
 * Why somebody sends no picture any more; `noStream`: the process of pictures takes it no longer, or takes another's;
 * `noKeyFrame`: none came although it was asked for, so that nothing can be decoded.
 */
export type PublishEnd = 'left' | 'noStream' | 'noKeyFrame' | 'bFrames';

export interface PublisherOptions extends PeerOptions {
  stream: string;
  /** Where the stream is sent on as FLV. */
  feed: string;
  ended(why: PublishEnd): void;
}

/** What is known of one sender: a picture begins anew with each. */
interface Sender {
  ssrc: number;
  reception: Reception;
  order: PacketOrder;
}

/** FLV has two bytes for the length of one: the bound is far below. */
const parameterSet = (units: readonly Buffer[], kind: number, leastBytes: number): Buffer | undefined =>
  units.find(
    (unit) => kindOf(unit) === kind && unit.length >= leastBytes && unit.length <= bounds.parameterSetBytes,
  );

/**
 * One device that sends a picture. Its H.264 goes on as it is to the process that takes pictures by RTMP, so that whoever
 * watches, here or at another server, finds it in the same place; it goes there with the first key frame, not before.
 */
export class WhipPublisher {
  readonly answer: string;
  readonly stream: string;
  readonly #options: PublisherOptions;
  readonly #connection: Connection;
  readonly #track: ReturnType<Connection['addTrack']>;
  /** The library ends the process when what it calls back is collected. */
  readonly #kept: readonly unknown[];
  readonly #connecting: NodeJS.Timeout;
  readonly #own = randomInt(1, 0xff_ff_ff_ff);
  #reporting: NodeJS.Timeout | undefined;
  #sender: Sender | null = null;
  #feed: ClientRequest | null = null;
  #begun = false;
  /** Since when the process that takes the pictures is away. */
  #awaySince: number | null = null;
  #sps: Buffer | null = null;
  #pps: Buffer | null = null;
  #configuration: Buffer | null = null;
  /** Since when a key frame is awaited, before which nothing can be decoded. */
  #keyAwaitedSince: number | null = performance.now();
  #askedAt = -Infinity;
  #receivedAt = performance.now();
  /** Of the picture before, on the sender's clock; and how long the stream is by then, in ticks. */
  #last: number | null = null;
  #elapsed = 0;
  #over = false;

  /** @throws Error when the library takes no such offer */
  constructor(library: Library, options: PublisherOptions) {
    this.#options = options;
    this.stream = options.stream;
    const { offer, payload } = options;
    this.#connection = openConnection(library, options);
    this.#connecting = setTimeout(() => this.end('left'), bounds.connectWithin);
    try {
      const media = new library.Video(offer.mid, 'RecvOnly');
      media.addH264Codec(payload.type, formatLine(payload.profile));
      this.#track = this.#connection.addTrack(media);
      this.#kept = [media];
      // No handler of the library: with one, it lets no RTCP of ours out of a track that receives.
      this.#track.onOpen(() => this.#opened());
      this.#track.onMessage((message) => this.#take(message));
      this.#connection.onStateChange((state) => {
        if (state === 'disconnected' || state === 'failed' || state === 'closed') this.end('left');
      });
      this.answer = answerOf(this.#connection, options, null);
    } catch (error) {
      clearTimeout(this.#connecting);
      this.#over = true;
      this.#connection.close();
      throw error;
    }
  }

  /** Whether its pictures are handed on already. */
  get sending(): boolean {
    return this.#begun;
  }

  end(why: PublishEnd): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#connecting);
    clearInterval(this.#reporting);
    this.#feed?.destroy();
    this.#connection.close();
    setTimeout(() => this.#kept.length, bounds.keptAfter).unref();
    this.#options.ended(why);
  }

  #opened(): void {
    if (this.#over) return;
    clearTimeout(this.#connecting);
    this.#receivedAt = performance.now();
    this.#keyAwaitedSince = this.#receivedAt;
    this.#reporting = setInterval(() => this.#report(), bounds.reportEvery);
  }

  #take(message: Buffer): void {
    if (this.#over) return;
    const now = performance.now();
    if (isRtcp(message)) {
      this.#sender?.reception.sent(message, now);
      return;
    }
    const packet = readRtp(message);
    if (packet?.payloadType !== this.#options.payload.type) return;
    // Padding takes its place among the packets of a sender, and is the beginning of none.
    if (packet.payload.length === 0 && packet.ssrc !== this.#sender?.ssrc) return;
    this.#receivedAt = now;
    const { reception, order } = this.#senderOf(packet);
    reception.take(packet, now);
    order.take(packet, now);
  }

  #senderOf({ ssrc }: RtpPacket): Sender {
    if (this.#sender?.ssrc === ssrc) return this.#sender;
    const units = new UnitReader({
      picture: (found, timestamp) => this.#picture(found, timestamp),
      lost: () => this.#lost(),
    });
    const sender: Sender = {
      ssrc,
      reception: new Reception(ssrc, clockRate),
      order: new PacketOrder({
        packet: (packet) => units.take(packet),
        missing: (sequences) => this.#send(packetsLost(this.#own, ssrc, sequences)),
        gap: () => units.gap(),
      }),
    };
    this.#sender = sender;
    this.#last = null;
    this.#awaitKey();
    this.#report();
    return sender;
  }

  /** What a sender must hear now and then: how much arrives, how much may, and that a key frame is waited for. */
  #report(): void {
    const now = performance.now();
    if (now - this.#receivedAt > bounds.silence) return this.end('left');
    if (this.#keyAwaitedSince !== null && now - this.#keyAwaitedSince > bounds.keyWithin)
      return this.end('noKeyFrame');
    if (!this.#sender) return;
    this.#send(bitrateLimit(this.#own, this.#sender.ssrc, bounds.bitsPerSecond));
    if (this.#keyAwaitedSince !== null) this.#askForKey(now);
  }

  #awaitKey(): void {
    this.#keyAwaitedSince ??= performance.now();
  }

  #askForKey(now: number): void {
    if (!this.#sender || now - this.#askedAt < bounds.askEvery) return;
    this.#askedAt = now;
    this.#send(pictureLost(this.#own, this.#sender.ssrc));
  }

  /** A report goes first, as in every packet of RTCP that is not of reduced size. */
  #send(rtcp: Buffer): void {
    if (this.#over || !this.#sender || !this.#track.isOpen()) return;
    const report = this.#sender.reception.report(this.#own, performance.now());
    this.#track.sendMessageBinary(Buffer.concat([report, rtcp]));
  }

  #lost(): void {
    this.#awaitKey();
    this.#askForKey(performance.now());
  }

  #picture(units: readonly Buffer[], timestamp: number): void {
    if (this.#over) return;
    const step = this.#last === null ? ticksPerMs : (timestamp - this.#last) | 0;
    // A picture that is shown before the one that came before it.
    if (step < 0) return this.end('bFrames');
    this.#last = timestamp;
    this.#elapsed += step;
    this.#sps = parameterSet(units, unitKind.sps, 4) ?? this.#sps;
    this.#pps = parameterSet(units, unitKind.pps, 2) ?? this.#pps;
    const key = units.some((unit) => kindOf(unit) === unitKind.key);
    if (this.#keyAwaitedSince !== null && !(key && this.#sps && this.#pps))
      return this.#askForKey(performance.now());
    this.#keyAwaitedSince = null;
    this.#handOn(units, key);
  }

  #handOn(units: readonly Buffer[], key: boolean): void {
    const feed = (this.#feed ??= this.#openFeed());
    if (feed.writableLength > bounds.feedBytes) return this.end('noStream');
    const time = Math.round(this.#elapsed / ticksPerMs);
    if (key && this.#sps && this.#pps) {
      const configuration = configurationOf(this.#sps, this.#pps);
      if (!this.#configuration?.equals(configuration)) feed.write(configurationTag(configuration, time));
      this.#configuration = configuration;
    }
    const besides: readonly number[] = [unitKind.sps, unitKind.pps, unitKind.delimiter, unitKind.filler];
    const parts = units.filter((unit) => !besides.includes(kindOf(unit)));
    if (parts.length > 0) feed.write(pictureTag(parts, key, time));
  }

  #openFeed(): ClientRequest {
    this.#begun = true;
    const feed = request(this.#options.feed, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'video/x-flv' },
    });
    // It is answered only when it is refused, or another publisher takes the stream over.
    feed.on('response', (answer) => {
      answer.resume();
      this.end('noStream');
    });
    feed.on('socket', (socket) => socket.once('connect', () => (this.#awaySince = null)));
    feed.on('error', () => undefined).on('close', () => this.#feedLost(feed));
    feed.write(flvHead);
    return feed;
  }

  /** A process that ended is there again in a moment: the device need not begin anew, only send a key frame. */
  #feedLost(feed: ClientRequest): void {
    if (this.#over || this.#feed !== feed) return;
    const now = performance.now();
    this.#awaySince ??= now;
    if (now - this.#awaySince > bounds.feedAway) return this.end('noStream');
    this.#feed = null;
    this.#configuration = null;
    this.#awaitKey();
    this.#askForKey(now);
  }
}
