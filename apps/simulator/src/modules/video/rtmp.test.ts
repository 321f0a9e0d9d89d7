import { describe, expect, it } from 'vitest';
import { decodeAmf, encodeAmf } from './amf.ts';
import { ChunkReader, encodeChunks, messageType, type RtmpMessage } from './rtmp-chunks.ts';

const message = (length: number, timestamp: number): RtmpMessage => ({
  type: messageType.video,
  stream: 1,
  timestamp,
  payload: Buffer.from(Array.from({ length }, (_, index) => index % 251)),
});

describe('AMF', () => {
  it('comes back as it was', () => {
    const values = ['connect', 1, { app: 'live', flag: true, inner: { none: null } }, null, -2.5] as const;
    expect(decodeAmf(encodeAmf(...values))).toEqual(values);
  });

  it('reads arrays with a count as objects and stops at what it does not know', () => {
    const array = Buffer.concat([Buffer.from([8, 0, 0, 0, 1, 0, 1, 0x61, 5, 0, 0, 9]), Buffer.from([17, 1])]);
    expect(decodeAmf(array)).toEqual([{ a: null }]);
  });
});

describe('chunks', () => {
  it.each([
    [10, 0],
    [128, 40],
    [1000, 16_777_214],
    [1000, 16_777_215],
    [5000, 20_000_000],
  ])('of a message of %i bytes at %i ms are put together again', (length, timestamp) => {
    const sent = message(length, timestamp);
    expect(new ChunkReader().push(encodeChunks(4, sent, 128))).toEqual([sent]);
  });

  it('may arrive byte by byte and mixed with those of another channel', () => {
    const [one, two] = [message(100, 5), message(90, 6)];
    const bytes = Buffer.concat([encodeChunks(4, one, 128), encodeChunks(5, two, 128)]);
    const reader = new ChunkReader();
    expect([...bytes].flatMap((byte) => reader.push(Buffer.from([byte])))).toEqual([one, two]);
  });

  it('change their size when the other side says so', () => {
    const size = Buffer.from([0, 0, 16, 0]);
    const order = { type: messageType.setChunkSize, stream: 0, timestamp: 0, payload: size };
    const large = message(4000, 1);
    const reader = new ChunkReader();
    reader.push(encodeChunks(2, order, 128));
    expect(reader.push(encodeChunks(4, large, 4096))).toEqual([large]);
  });

  it('of a message that is far too large are refused', () => {
    const head = Buffer.from([4, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0, 0]);
    expect(() => new ChunkReader().push(head)).toThrow(RangeError);
  });
});
