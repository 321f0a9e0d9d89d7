/** One packet of RTP (RFC 3550, 5.1), without its padding and the extension of its head. */
export interface RtpPacket {
  payloadType: number;
  /** The last of its picture. */
  marker: boolean;
  sequence: number;
  /** Of the sender's clock, 32 bits. */
  timestamp: number;
  ssrc: number;
  payload: Buffer;
}

const headBytes = 12;

/** RTCP shares the connection and is told apart by its second byte (RFC 5761, 4). */
export const isRtcp = (bytes: Buffer): boolean => {
  const kind = bytes[1] ?? 0;
  return kind >= 192 && kind <= 223;
};

/** @returns null for what is no packet of RTP, or lies about its lengths */
export function readRtp(bytes: Buffer): RtpPacket | null {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < headBytes || first >> 6 !== 2) return null;
  let start = headBytes + 4 * (first & 0x0f);
  if (first & 0x10) {
    if (start + 4 > bytes.length) return null;
    start += 4 + 4 * bytes.readUInt16BE(start + 2);
  }
  const padding = first & 0x20 ? (bytes.at(-1) ?? 0) : 0;
  const end = bytes.length - padding;
  if (start > end || (first & 0x20 && padding === 0)) return null;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}

/** How far a sequence number is ahead of another; negative: behind it. They go around at 65,536. */
export const ahead = (from: number, to: number): number => {
  const distance = (to - from) & 0xff_ff;
  return distance >= 0x80_00 ? distance - 0x1_00_00 : distance;
};
