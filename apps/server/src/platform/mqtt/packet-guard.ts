import type { Socket } from 'node:net';

/** Longest packet in bytes before and after a client has signed in. */
export interface PacketLimits {
  connect: number;
  packet: number;
}

/**
 * Follows the frames of MQTT in what a socket delivers and reports the first packet that announces more bytes than
 * allowed, before those bytes are gathered: the parser of the broker has no such limit. The first packet is held to
 * the smaller limit of a sign-in.
 */
export function guardPackets(
  socket: Socket,
  limits: PacketLimits,
  onTooLarge: (bytes: number) => void,
): void {
  const read = socket.read.bind(socket);
  const frames = createFrameCounter(limits, onTooLarge);
  // The broker takes its bytes by read(); a data listener would take them away from it.
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!(chunk instanceof Uint8Array)) return chunk;
    return frames(chunk) ? chunk : null;
  };
}

/** Counts through chunks of frames; false from the first packet on that is too large or has a broken length. */
export function createFrameCounter(
  limits: PacketLimits,
  onTooLarge: (bytes: number) => void,
): (chunk: Uint8Array) => boolean {
  let skip = 0;
  let lengthBytes = -1;
  let length = 0;
  let first = true;
  let broken = false;

  /** One byte of the variable length, seven bits each, lowest first, four bytes at most. */
  function takeLength(byte: number): void {
    length += (byte & 0x7f) * 128 ** lengthBytes;
    lengthBytes += 1;
    const more = (byte & 0x80) !== 0;
    if (length > (first ? limits.connect : limits.packet) || (more && lengthBytes === 4)) {
      broken = true;
      onTooLarge(length);
    } else if (!more) {
      skip = length;
      lengthBytes = -1;
      first = false;
    }
  }

  return (chunk) => {
    let at = 0;
    while (at < chunk.length && !broken) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at);
        skip -= step;
        at += step;
      } else if (lengthBytes < 0) {
        lengthBytes = 0;
        length = 0;
        at += 1;
      } else {
        takeLength(chunk[at] ?? 0);
        at += 1;
      }
    }
    return !broken;
  };
}
