import { randomInt } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { PictureFrame } from './flv-reader.ts';
import { formatLine } from './offer.ts';
import { answerOf, openConnection, type Connection, type Library, type PeerOptions } from './peer.ts';
import type { FrameTaker, StreamEnd, WhepStream } from './whep-stream.ts';

const bounds = limits.whep;
const clockRate = 90_000;
const ticksPerMs = clockRate / 1000;
const wrap = 0x1_00_00_00_00;
/** Of packets that a viewer may ask for again. */
const kept = 1_024;

export interface ViewerOptions extends PeerOptions {
  stream: WhepStream;
  ended(why: StreamEnd | 'left'): void;
}

/** True when RTCP says that the decoder lost its picture. */
function losesPicture(message: Buffer): boolean {
  for (let at = 0; at + 4 <= message.length;) {
    const kind = message[at + 1];
    const format = (message[at] ?? 0) & 0x1f;
    if (kind === 206 && (format === 1 || format === 4)) return true;
    at += 4 * (message.readUInt16BE(at + 2) + 1);
  }
  return false;
}

/** One browser that watches a picture. */
export class WhepViewer implements FrameTaker {
  readonly answer: string;
  readonly #options: ViewerOptions;
  readonly #connection: Connection;
  readonly #track: ReturnType<Connection['addTrack']>;
  readonly #rtp: InstanceType<Library['RtpPacketizationConfig']>;
  /** The library ends the process when what it calls back is collected. */
  readonly #handlers: readonly unknown[];
  readonly #connecting: NodeJS.Timeout;
  #pending: PictureFrame[] = [];
  #pump: NodeJS.Timeout | undefined;
  #leave: (() => void) | undefined;
  /** RTP time of the frame that was sent last, not yet wrapped. */
  #sent = randomInt(1_000_000);
  #offset: number | null = null;
  #repeatedAt = -Infinity;
  /** When the viewer last reported; null: it has not yet. */
  #heardAt: number | null = null;
  #over = false;

  /** @throws Error when the library takes no such offer */
  constructor(library: Library, options: ViewerOptions) {
    this.#options = options;
    const { offer, payload } = options;
    this.#connection = openConnection(library, options);
    this.#connecting = setTimeout(() => this.end('left'), bounds.connectWithin);
    try {
      const ssrc = randomInt(1, 0xff_ff_ff_ff);
      const media = new library.Video(offer.mid, 'SendOnly');
      media.addH264Codec(payload.type, formatLine(payload.profile));
      media.addSSRC(ssrc, 'eyrie', 'eyrie', 'picture');
      this.#track = this.#connection.addTrack(media);
      this.#rtp = new library.RtpPacketizationConfig(ssrc, 'eyrie', payload.type, clockRate);
      const packetizer = new library.H264RtpPacketizer('Length', this.#rtp);
      const reporter = new library.RtcpSrReporter(this.#rtp);
      const responder = new library.RtcpNackResponder(kept);
      packetizer.addToChain(reporter);
      packetizer.addToChain(responder);
      this.#handlers = [media, packetizer, reporter, responder];
      this.#track.setMediaHandler(packetizer);
      this.#track.onOpen(() => this.#opened());
      this.#track.onMessage((message) => this.#heard(message));
      this.#connection.onStateChange((state) => {
        if (state === 'disconnected' || state === 'failed' || state === 'closed') this.end('left');
      });
      this.answer = answerOf(this.#connection, options, ssrc);
    } catch (error) {
      clearTimeout(this.#connecting);
      this.#over = true;
      this.#connection.close();
      throw error;
    }
  }

  /** Whether its camera sends no frames, or lately sent none. */
  stoodStill(): boolean {
    return this.#options.stream.stoodStill();
  }

  catchUp(frames: readonly PictureFrame[]): void {
    if (frames.length === 0) return;
    this.#pending.push(...frames);
    this.#pump ??= setInterval(() => this.#sendPending(), bounds.catchUpEvery);
    this.#sendPending();
  }

  frame(frame: PictureFrame): void {
    if (this.#heardAt !== null && performance.now() - this.#heardAt > bounds.viewerSilence)
      return this.end('left');
    if (this.#pump) this.#pending.push(frame);
    else this.#send(frame, this.#timeOf(frame));
  }

  ended(why: StreamEnd): void {
    this.end(why);
  }

  end(why: StreamEnd | 'left'): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#connecting);
    clearInterval(this.#pump);
    this.#pending = [];
    this.#leave?.();
    this.#connection.close();
    setTimeout(() => this.#handlers.length, bounds.keptAfter).unref();
    this.#options.ended(why);
  }

  #opened(): void {
    if (this.#over) return;
    clearTimeout(this.#connecting);
    this.#leave = this.#options.stream.add(this);
  }

  #heard(message: Buffer): void {
    const now = performance.now();
    this.#heardAt = now;
    if (this.#over || this.#pump || now - this.#repeatedAt < bounds.repeatEvery) return;
    if (!losesPicture(message)) return;
    this.#repeatedAt = now;
    this.catchUp(this.#options.stream.group());
  }

  /** Old frames one tick after the other: a browser shows the last of them, and waits for none. */
  #sendPending(): void {
    let bytes = 0;
    while (bytes < bounds.catchUpBytes) {
      const frame = this.#pending.shift();
      if (!frame) break;
      bytes += frame.units.length;
      const newest = this.#pending.length === 0;
      this.#send(frame, newest ? this.#timeOf(frame) : this.#sent + 1);
    }
    if (this.#pending.length > 0) return;
    clearInterval(this.#pump);
    this.#pump = undefined;
  }

  /** The publisher's time on the viewer's line, which never goes back. */
  #timeOf({ timestamp }: PictureFrame): number {
    const ticks = Math.round(timestamp * ticksPerMs);
    // A publisher that began anew, or jumped, goes on from here.
    if (this.#offset === null || Math.abs(ticks + this.#offset - this.#sent) > 10 * clockRate)
      this.#offset = this.#sent + ticksPerMs - ticks;
    return Math.max(this.#sent + 1, ticks + this.#offset);
  }

  #send(frame: PictureFrame, time: number): void {
    if (this.#over || !this.#track.isOpen()) return;
    this.#sent = time;
    this.#rtp.timestamp = time % wrap;
    this.#track.sendMessageBinary(frame.units);
  }
}
