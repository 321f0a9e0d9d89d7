/** RTMP message types used here. */
export const messageType = {
  setChunkSize: 1,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  data: 18,
  command: 20,
  video: 9,
} as const;

export interface RtmpMessage {
  type: number;
  stream: number;
  /** ms */
  timestamp: number;
  payload: Buffer;
}

const extended = 0xffffff;
const largestMessage = 1 << 20;

/** A message cut into chunks of `size`, each with its header. */
export function encodeChunks(channel: number, message: RtmpMessage, size: number): Buffer {
  const { type, stream, payload } = message;
  const timestamp = Math.max(0, Math.round(message.timestamp)) >>> 0;
  const long = timestamp >= extended;
  const head = Buffer.alloc(long ? 16 : 12);
  head[0] = channel;
  head.writeUIntBE(long ? extended : timestamp, 1, 3);
  head.writeUIntBE(payload.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(stream, 8);
  if (long) head.writeUInt32BE(timestamp, 12);
  const parts: Buffer[] = [head, payload.subarray(0, size)];
  const again = Buffer.alloc(long ? 5 : 1);
  again[0] = 0xc0 | channel;
  if (long) again.writeUInt32BE(timestamp, 1);
  for (let at = size; at < payload.length; at += size) parts.push(again, payload.subarray(at, at + size));
  return Buffer.concat(parts);
}

interface Channel {
  timestamp: number;
  delta: number;
  length: number;
  type: number;
  stream: number;
  long: boolean;
  parts: Buffer[];
  gathered: number;
}

/** Puts the server's chunks together again. Bytes may come in any pieces. */
export class ChunkReader {
  /** Payload bytes a chunk; the server changes it by a message that this reader obeys itself. */
  private size = 128;
  private rest: Buffer = Buffer.alloc(0);
  private readonly channels = new Map<number, Channel>();

  /** The messages complete so far. @throws RangeError for a message that is too large to be meant for us */
  push(bytes: Buffer): RtmpMessage[] {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    const messages: RtmpMessage[] = [];
    for (;;) {
      const taken = this.readChunk(messages);
      if (taken === 0) return messages;
      this.rest = this.rest.subarray(taken);
    }
  }

  /** Bytes taken; 0 when the chunk is not all there yet. */
  private readChunk(messages: RtmpMessage[]): number {
    const first = this.rest[0];
    if (first === undefined) return 0;
    const format = first >> 6;
    const id = first & 63;
    const basic = id === 0 ? 2 : id === 1 ? 3 : 1;
    const headLength = [11, 7, 3, 0][format] ?? 0;
    if (this.rest.length < basic + headLength) return 0;
    const number = id === 0 ? 64 + (this.rest[1] ?? 0) : id === 1 ? 64 + this.rest.readUInt16LE(1) : id;
    const before = this.channels.get(number);
    const channel: Channel = before
      ? { ...before }
      : { timestamp: 0, delta: 0, length: 0, type: 0, stream: 0, long: false, parts: [], gathered: 0 };
    const head = this.rest.subarray(basic, basic + headLength);
    const field = headLength > 0 ? head.readUIntBE(0, 3) : 0;
    if (headLength > 0) channel.long = field === extended;
    const extra = channel.long ? 4 : 0;
    const start = basic + headLength + extra;
    if (this.rest.length < start) return 0;
    this.readHead(channel, format, head, channel.long ? this.rest.readUInt32BE(start - 4) : field);
    if (channel.length > largestMessage) throw new RangeError('message too large');
    const share = Math.min(this.size, channel.length - channel.gathered);
    if (this.rest.length < start + share) return 0;
    channel.parts = [...channel.parts, Buffer.from(this.rest.subarray(start, start + share))];
    channel.gathered += share;
    if (channel.gathered >= channel.length) messages.push(this.complete(channel));
    this.channels.set(number, channel);
    return start + share;
  }

  private readHead(channel: Channel, format: number, head: Buffer, time: number) {
    if (format <= 1) {
      channel.length = head.readUIntBE(3, 3);
      channel.type = head[6] ?? 0;
    }
    if (format === 0) {
      channel.stream = head.readUInt32LE(7);
      channel.timestamp = time;
    } else if (format < 3) {
      channel.delta = time;
      channel.timestamp += time;
    }
  }

  private complete(channel: Channel): RtmpMessage {
    const payload = Buffer.concat(channel.parts);
    channel.parts = [];
    channel.gathered = 0;
    if (channel.type === messageType.setChunkSize && payload.length >= 4)
      this.size = Math.max(1, payload.readUInt32BE(0) & 0x7fffffff);
    return { type: channel.type, stream: channel.stream, timestamp: channel.timestamp, payload };
  }
}
