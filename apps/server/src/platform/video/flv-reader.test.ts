import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFlvReader, type PictureFrame } from './flv-reader.ts';

const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const sps = [0x67, 0x42, 0xe0, 0x1f];
const pps = [0x68, 0xce];
const record = Buffer.from([
  1,
  0x42,
  0xe0,
  0x1f,
  0xff,
  0xe1,
  0,
  sps.length,
  ...sps,
  1,
  0,
  pps.length,
  ...pps,
]);
const tag = (body: Buffer, timestamp = 0, type = 9): Buffer => {
  const head = Buffer.alloc(11);
  head[0] = type;
  head.writeUIntBE(body.length, 1, 3);
  head.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3);
  head[7] = timestamp >>> 24;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(11 + body.length);
  return Buffer.concat([head, body, size]);
};
const body = (first: number, kind: number, composition: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, kind, 0, 0, composition]), data]);
const head = Buffer.concat([Buffer.from('FLV'), Buffer.from([1, 1, 0, 0, 0, 9]), Buffer.alloc(4)]);
const configuration = tag(body(0x17, 0, 0, record));
const sets = Buffer.concat([unit(...sps), unit(...pps)]);

const read = (pieces: readonly Buffer[]) => {
  const seen = { profiles: [] as string[], frames: [] as PictureFrame[], faults: [] as string[] };
  const take = createFlvReader(
    {
      format: ({ profile }) => seen.profiles.push(profile),
      frame: (frame) => seen.frames.push(frame),
      fault: (fault) => seen.faults.push(fault),
    },
    1_000,
  );
  for (const piece of pieces) take(piece);
  return seen;
};

it('puts the parameter sets before a key frame, and not where they stand already', () => {
  const { profiles, frames } = read([
    head,
    configuration,
    tag(body(0x17, 1, 0, unit(0x65, 1)), 40),
    tag(body(0x27, 1, 0, unit(0x41, 2)), 0x1_00_00_28),
    tag(body(0x17, 1, 0, Buffer.concat([sets, unit(0x65, 3)])), 80),
  ]);
  expect(profiles).toEqual(['42e01f']);
  expect(frames).toEqual([
    { key: true, timestamp: 40, units: Buffer.concat([sets, unit(0x65, 1)]) },
    { key: false, timestamp: 0x1_00_00_28, units: unit(0x41, 2) },
    { key: true, timestamp: 80, units: Buffer.concat([sets, unit(0x65, 3)]) },
  ]);
});

it.each([
  ['bFrames', body(0x27, 1, 40, unit(0x41, 1))],
  ['h265', body(0x1c, 1, 0, unit(1))],
  ['h265', Buffer.concat([Buffer.from([0x90]), Buffer.from('hvc1'), Buffer.alloc(8)])],
  ['codec', Buffer.concat([Buffer.from([0x90]), Buffer.from('av01'), Buffer.alloc(8)])],
  ['codec', body(0x12, 1, 0, unit(1))],
  ['codec', body(0x17, 0, 0, record.subarray(0, 12))],
])('says %s once of a stream that browsers cannot play, and passes nothing on', (why, bytes) => {
  const { frames, faults } = read([
    head,
    configuration,
    tag(bytes),
    tag(bytes),
    tag(body(0x17, 1, 0, unit(0x65))),
  ]);
  expect([faults, frames]).toEqual([[why], []]);
});

it('passes no frame on whose lengths do not add up', () => {
  const broken = [
    unit(0x65, 1).subarray(0, 5),
    Buffer.from([0, 0, 0, 0]),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 1]),
  ];
  const { frames, faults } = read([
    head,
    configuration,
    ...broken.map((data) => tag(body(0x17, 1, 0, data))),
  ]);
  expect([frames, faults]).toEqual([[], []]);
});

it('refuses what is no FLV, and tags that are too long', () => {
  expect(() => read([Buffer.from('<html><body>no stream')])).toThrow('no FLV');
  expect(() => read([head, tag(Buffer.alloc(1_001))])).toThrow('too long');
});

it('reads the same however a stream is cut, and nothing makes it fail otherwise than by refusing', () => {
  const whole = Buffer.concat([
    head,
    configuration,
    tag(body(0x17, 1, 0, unit(0x65, 1)), 40),
    tag(Buffer.from([0xaf, 1]), 41, 8),
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, index) => whole.subarray(at[index], end));
      expect(read(pieces)).toEqual(read([whole]));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 })), (tags) => {
      expect(
        read([head, configuration, ...tags.map((bytes) => tag(Buffer.from(bytes)))]).faults.length,
      ).toBeLessThan(2);
    }),
  );
});
