import { limits } from '@eyrie/domain';
import { ahead, type RtpPacket } from './rtp.ts';

const bounds = limits.whip;
const nextOf = (sequence: number): number => (sequence + 1) & 0xff_ff;

export interface OrderListener {
  packet(packet: RtpPacket): void;
  /** Packets that did not come in their turn: named once, so that they can be asked for. */
  missing(sequences: readonly number[]): void;
  /** Packets will not come any more: what follows does not join on to what was before. */
  gap(): void;
}

/** Brings the packets of one sender into their order, and waits a little for those that are late. */
export class PacketOrder {
  readonly #listener: OrderListener;
  readonly #held = new Map<number, RtpPacket>();
  #next: number | null = null;
  #highest = 0;
  #waitingSince: number | null = null;

  constructor(listener: OrderListener) {
    this.#listener = listener;
  }

  /** @param now monotonic, ms */
  take(packet: RtpPacket, now: number): void {
    const { sequence } = packet;
    const place = this.#next === null ? 0 : ahead(this.#next, sequence);
    if (Math.abs(place) > bounds.jumpPackets) this.#beginAt(sequence);
    else if (place < 0) return;
    if (this.#next === null) {
      this.#next = sequence;
      this.#highest = sequence;
    }
    this.#reportMissing(sequence);
    this.#held.set(sequence, packet);
    this.#passOn(now);
  }

  /** A sender that began anew. */
  #beginAt(sequence: number): void {
    this.#held.clear();
    this.#next = sequence;
    this.#highest = sequence;
    this.#waitingSince = null;
    this.#listener.gap();
  }

  #reportMissing(sequence: number): void {
    const beyond = ahead(this.#highest, sequence);
    if (beyond <= 0) return;
    // Of a longer hole a new key frame is sooner there.
    if (beyond > 1 && beyond <= bounds.askedPackets)
      this.#listener.missing(
        Array.from({ length: beyond - 1 }, (_, at) => (this.#highest + 1 + at) & 0xff_ff),
      );
    this.#highest = sequence;
  }

  #passOn(now: number): void {
    this.#passInOrder();
    if (this.#held.size === 0) {
      this.#waitingSince = null;
      return;
    }
    this.#waitingSince ??= now;
    if (this.#held.size <= bounds.heldPackets && now - this.#waitingSince <= bounds.packetWait) return;
    // What is held lies close ahead, and each number is passed once.
    while (!this.#held.has(this.#next ?? 0)) this.#next = nextOf(this.#next ?? 0);
    this.#waitingSince = now;
    this.#listener.gap();
    this.#passInOrder();
    if (this.#held.size === 0) this.#waitingSince = null;
  }

  #passInOrder(): void {
    for (;;) {
      const next = this.#next ?? 0;
      const packet = this.#held.get(next);
      if (!packet) return;
      this.#held.delete(next);
      this.#next = nextOf(next);
      this.#waitingSince = null;
      this.#listener.packet(packet);
    }
  }
}
