/** What a receiver of one picture says by RTCP (RFC 3550, 6.4; RFC 4585, 6; REMB as in draft-alvestrand-rmcat-remb). */
import type { RtpPacket } from './rtp.ts';

const kinds = { senderReport: 200, receiverReport: 201, transport: 205, payload: 206 } as const;

const packetOf = (format: number, kind: number, ...words: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 + 4 * words.length);
  bytes[0] = 0x80 | format;
  bytes[1] = kind;
  bytes.writeUInt16BE(words.length, 2);
  for (const [at, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, 4 + 4 * at);
  return bytes;
};

/** Asks the sender for a key frame. */
export const pictureLost = (own: number, sender: number): Buffer => packetOf(1, kinds.payload, own, sender);

/** Asks for packets again, each named by its sequence number. */
export function packetsLost(own: number, sender: number, sequences: readonly number[]): Buffer {
  const words: number[] = [];
  let first: number | null = null;
  for (const sequence of sequences) {
    const behind: number = first === null ? 0 : (sequence - first) & 0xff_ff;
    if (first === null || behind > 16) {
      first = sequence;
      words.push(first << 16);
    } else words.push((words.pop() ?? 0) | (1 << (behind - 1)));
  }
  return packetOf(1, kinds.transport, own, sender, ...words);
}

/** How much may be sent, bit/s: without it a sender stays at what it began with. */
export function bitrateLimit(own: number, sender: number, bitsPerSecond: number): Buffer {
  const exponent = Math.max(0, Math.ceil(Math.log2(bitsPerSecond / 0x3_ff_ff)));
  const mantissa = Math.floor(bitsPerSecond / 2 ** exponent);
  return packetOf(15, kinds.payload, own, 0, 0x52_45_4d_42, (1 << 24) | (exponent << 18) | mantissa, sender);
}

/** Counts what arrives of one sender, for the reports by which it chooses how much to send. */
export class Reception {
  readonly #ssrc: number;
  readonly #clockRate: number;
  #base: number | null = null;
  #highest = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #jitter = 0;
  #transit: number | null = null;
  #senderReport: { time: number; at: number } | null = null;

  constructor(ssrc: number, clockRate: number) {
    this.#ssrc = ssrc;
    this.#clockRate = clockRate;
  }

  /** @param now monotonic, ms */
  take({ sequence, timestamp }: RtpPacket, now: number): void {
    if (this.#base === null) {
      this.#base = sequence;
      this.#highest = sequence;
    }
    const forward = (sequence - this.#highest) & 0xff_ff;
    if (forward < 0x80_00) this.#highest += forward;
    this.#received += 1;
    const transit = (now * this.#clockRate) / 1000 - timestamp;
    const step = Math.abs(transit - (this.#transit ?? transit));
    this.#transit = transit;
    // A clock that goes around or begins anew is no jitter.
    if (step < this.#clockRate * 10) this.#jitter += (step - this.#jitter) / 16;
  }

  /** What the sender says of its clock. */
  sent(rtcp: Buffer, now: number): void {
    if (rtcp.length < 16 || rtcp[1] !== kinds.senderReport) return;
    // The middle of its NTP time.
    this.#senderReport = { time: rtcp.readUInt32BE(10), at: now };
  }

  report(own: number, now: number): Buffer {
    const expected = this.#base === null ? 0 : this.#highest - this.#base + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (this.#received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = this.#received;
    const fraction = expectedNow > 0 && lostNow > 0 ? Math.floor((lostNow * 256) / expectedNow) : 0;
    const lost = Math.min(Math.max(expected - this.#received, 0), 0x7f_ff_ff);
    const since = this.#senderReport;
    return packetOf(
      1,
      kinds.receiverReport,
      own,
      this.#ssrc,
      (Math.min(fraction, 255) << 24) | lost,
      this.#highest % 0x1_00_00_00_00,
      Math.floor(this.#jitter),
      since?.time ?? 0,
      since ? Math.floor(((now - since.at) * 0x1_00_00) / 1000) : 0,
    );
  }
}
