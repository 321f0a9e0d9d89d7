import { limits } from '@eyrie/domain';
import type { RtpPacket } from './rtp.ts';

const bounds = limits.whip;

export const unitKind = { key: 5, sps: 7, pps: 8, delimiter: 9, filler: 12 } as const;
export const kindOf = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f;

/** Packets of RFC 6184 that mode 1 has beside single units. */
const packetKind = { lastUnit: 23, several: 24, fragment: 28 } as const;

export interface UnitListener {
  /** The units of one picture, whole and in their order. @param timestamp of the sender's clock, 32 bits */
  picture(units: readonly Buffer[], timestamp: number): void;
  /** A picture is lost: nothing that builds on it can be decoded. */
  lost(): void;
}

/** Puts pictures of H.264 together from packets that come in their order (RFC 6184, mode 1). */
export class UnitReader {
  readonly #listener: UnitListener;
  #units: Buffer[] = [];
  #bytes = 0;
  #packets = 0;
  /** Of a unit that comes in fragments. */
  #fragments: Buffer[] | null = null;
  #timestamp: number | null = null;
  #broken = false;

  constructor(listener: UnitListener) {
    this.#listener = listener;
  }

  take({ payload, marker, timestamp }: RtpPacket): void {
    // Padding, which senders use to try how much the network carries.
    if (payload.length === 0) return;
    if (this.#timestamp !== null && timestamp !== this.#timestamp) this.#finish();
    this.#timestamp = timestamp;
    if (!this.#broken) this.#read(payload);
    if (marker) this.#finish();
  }

  /** Packets are missing before the next one. */
  gap(): void {
    this.#spoil();
  }

  #spoil(): void {
    if (!this.#broken) this.#listener.lost();
    this.#broken = true;
    this.#units = [];
    this.#fragments = null;
  }

  #finish(): void {
    if (this.#fragments) this.#spoil();
    const [units, timestamp] = [this.#units, this.#timestamp ?? 0];
    const whole = !this.#broken && units.length > 0;
    this.#units = [];
    this.#bytes = 0;
    this.#packets = 0;
    this.#timestamp = null;
    this.#broken = false;
    if (whole) this.#listener.picture(units, timestamp);
  }

  #read(payload: Buffer): void {
    this.#bytes += payload.length;
    this.#packets += 1;
    // Each packet is kept whole: bytes alone would let millions of tiny ones be kept.
    if (this.#bytes > bounds.pictureBytes || this.#packets > bounds.picturePackets) return this.#spoil();
    if (this.#units.length > bounds.pictureUnits) return this.#spoil();
    const kind = kindOf(payload);
    if (kind === packetKind.fragment) return this.#readFragment(payload);
    if (this.#fragments) return this.#spoil();
    if (kind === packetKind.several) return this.#readSeveral(payload);
    this.#take(payload);
  }

  #take(unit: Buffer): void {
    const kind = kindOf(unit);
    if (kind === 0 || kind > packetKind.lastUnit) return this.#spoil();
    this.#units.push(unit);
  }

  #readSeveral(payload: Buffer): void {
    for (let at = 1; at < payload.length;) {
      const end = at + 2 + (at + 2 <= payload.length ? payload.readUInt16BE(at) : 0);
      if (end === at + 2 || end > payload.length || this.#units.length > bounds.pictureUnits)
        return this.#spoil();
      this.#take(payload.subarray(at + 2, end));
      if (this.#broken) return;
      at = end;
    }
  }

  #readFragment(payload: Buffer): void {
    const [indicator = 0, head] = payload;
    if (head === undefined || payload.length < 3) return this.#spoil();
    const begins = (head & 0x80) !== 0;
    if (begins === (this.#fragments !== null)) return this.#spoil();
    this.#fragments ??= [Buffer.from([(indicator & 0xe0) | (head & 0x1f)])];
    this.#fragments.push(payload.subarray(2));
    if ((head & 0x40) === 0) return;
    const unit = Buffer.concat(this.#fragments);
    this.#fragments = null;
    this.#take(unit);
  }
}
