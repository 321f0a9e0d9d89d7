import { limits } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf, UnitReader } from './h264-units.ts';
import { PacketOrder } from './rtp-order.ts';
import { isRtcp, readRtp, type RtpPacket } from './rtp.ts';
import { bitrateLimit, packetsLost, pictureLost, Reception } from './rtcp.ts';

const packet = (sequence: number, payload: number[] = [0x41], more: Partial<RtpPacket> = {}): RtpPacket => ({
  payloadType: 102,
  marker: true,
  sequence: sequence & 0xff_ff,
  timestamp: sequence * 3_000,
  ssrc: 7,
  payload: Buffer.from(payload),
  ...more,
});

describe('a packet of RTP', () => {
  const head = [0x80, 0xe6, 0, 5, 0, 0, 0, 9, 0, 0, 0, 7];

  it('is read without extension, sources and padding', () => {
    const bytes = Buffer.from([
      0xb1,
      ...head.slice(1),
      // A source, an extension, one byte, and padding.
      ...Buffer.from('01010101bede000109090909', 'hex'),
      0x65,
      ...Buffer.from('000003', 'hex'),
    ]);
    expect(readRtp(bytes)).toEqual({
      payloadType: 102,
      marker: true,
      sequence: 5,
      timestamp: 9,
      ssrc: 7,
      payload: Buffer.from([0x65]),
    });
  });

  it.each([
    ['is cut off', head.slice(0, 11)],
    ['is of another version', [0x40, ...head.slice(1)]],
    ['has more sources than bytes', [0x8f, ...head.slice(1)]],
    ['has an extension beyond its end', [0x90, ...head.slice(1), 0, 0, 0, 9]],
    ['has more padding than payload', [0xa0, ...head.slice(1), 1, 9]],
    ['has padding of no length', [0xa0, ...head.slice(1), 1, 0]],
  ])('is none that %s', (_, bytes) => {
    expect(readRtp(Buffer.from(bytes))).toBeNull();
  });

  it('of any bytes is read or refused, and never beyond them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const found = readRtp(Buffer.from(bytes));
        expect(found?.payload.length ?? 0).toBeLessThanOrEqual(Math.max(0, bytes.length - 12));
      }),
    );
  });
});

describe('the order of packets', () => {
  const open = () => {
    const passed: number[] = [];
    const asked: number[] = [];
    let gaps = 0;
    const order = new PacketOrder({
      packet: ({ sequence }) => passed.push(sequence),
      missing: (sequences) => asked.push(...sequences),
      gap: () => (gaps += 1),
    });
    return { passed, asked, gaps: () => gaps, take: (at: number, now = 0) => order.take(packet(at), now) };
  };

  it('is restored, around the end of the numbers too, and nothing passes twice', () => {
    const { passed, asked, gaps, take } = open();
    for (const at of [65_534, 1, 65_535, 0, 65_535, 1, 2]) take(at);
    expect(passed).toEqual([65_534, 65_535, 0, 1, 2]);
    expect([asked, gaps()]).toEqual([[65_535, 0], 0]);
  });

  it('waits for a late packet so long, and goes on without it then', () => {
    const { passed, gaps, take } = open();
    take(1);
    take(3, 10);
    take(4, 10 + limits.whip.packetWait);
    expect([passed, gaps()]).toEqual([[1], 0]);
    take(5, 11 + limits.whip.packetWait);
    expect([passed, gaps()]).toEqual([[1, 3, 4, 5], 1]);
  });

  it('holds only so many, and begins anew with a sender that did', () => {
    const { passed, gaps, take } = open();
    take(0);
    for (let at = 2; at < 4 + limits.whip.heldPackets; at += 1) take(at);
    expect([passed.length, gaps()]).toEqual([3 + limits.whip.heldPackets, 1]);
    take(30_000);
    expect([passed.at(-1), gaps()]).toEqual([30_000, 2]);
  });
});

describe('pictures of H.264', () => {
  const open = () => {
    const pictures: string[][] = [];
    let lost = 0;
    const reader = new UnitReader({
      picture: (units) => pictures.push(units.map((unit) => unit.toString('hex'))),
      lost: () => (lost += 1),
    });
    return { pictures, lost: () => lost, reader };
  };
  const part = (payload: number[], marker: boolean, timestamp = 1): RtpPacket =>
    packet(0, payload, { marker, timestamp });

  it('are put together from single units, several in one, and fragments', () => {
    const { pictures, lost, reader } = open();
    reader.take(part([24, 0, 2, 0x67, 1, 0, 1, 0x68], false));
    reader.take(part([0x7c, 0x85, 1], false));
    reader.take(part([0x7c, 0x05, 2], false));
    reader.take(part([], false));
    reader.take(part([0x7c, 0x45, 3], true));
    reader.take(part([0x41, 9], false, 2));
    // A sender that marks no end: the next picture is it.
    reader.take(part([0x41, 8], true, 3));
    expect(pictures).toEqual([['6701', '68', '65010203'], ['4109'], ['4108']]);
    expect(lost()).toBe(0);
  });

  it.each([
    ['a fragment without its beginning', [0x7c, 0x05, 2]],
    ['a fragment without bytes', [0x7c, 0x85]],
    ['a fragment that does not end', [0x7c, 0x85, 2]],
    ['units longer than their packet', [24, 0, 9, 0x67]],
    ['a unit of no length', [24, 0, 0]],
    ['a kind that mode 1 has not', [0x19, 1]],
    ['such a kind among several', [24, 0, 2, 0x19, 1]],
    ['such a kind in fragments', [0x7c, 0xd9, 1]],
  ])('are lost with %s, and the next is whole', (_, bytes) => {
    const { pictures, lost, reader } = open();
    reader.take(part(bytes, true));
    reader.take(part([0x65, 1], true, 2));
    expect([pictures, lost()]).toEqual([[['6501']], 1]);
  });

  it('are lost when they come in too many packets, whatever these carry', () => {
    const { pictures, lost, reader } = open();
    for (let at = 0; at <= limits.whip.picturePackets; at += 1)
      reader.take(part([0x7c, at === 0 ? 0x85 : 0x05, 1], false));
    expect([pictures, lost()]).toEqual([[], 1]);
    reader.take(part([0x7c, 0x45, 1], true));
    reader.take(part([0x65, 4], true, 2));
    expect([pictures, lost()]).toEqual([[['6504']], 1]);
  });

  it('are lost with a gap, and when they are too long', () => {
    const { pictures, lost, reader } = open();
    reader.take(part([0x65, 1], false));
    reader.gap();
    reader.take(part([0x65, 2], true));
    const long = Buffer.alloc(1_000_000, 0x41);
    for (let bytes = 0; bytes <= limits.whip.pictureBytes; bytes += long.length)
      reader.take({ ...part([], false, 2), payload: long });
    reader.take(part([0x65, 3], true, 2));
    reader.take(part([0x65, 4], true, 3));
    expect([pictures, lost()]).toEqual([[['6504']], 2]);
  });
});

it('packets of any bytes in any order are pictures of bounded size, or none', () => {
  const anyPacket = fc.record({
    sequence: fc.nat(65_535),
    timestamp: fc.nat(5),
    marker: fc.boolean(),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.constantFrom(24, 0x7c), fc.uint8Array({ maxLength: 40 }))
        .map(([first, rest]) => [first, ...rest]),
    ),
  });
  fc.assert(
    fc.property(fc.array(anyPacket, { maxLength: 60 }), (packets) => {
      let bytes = 0;
      const reader = new UnitReader({
        picture: (units) => {
          expect(units.every((one) => one.length > 0 && kindOf(one) > 0 && kindOf(one) < 24)).toBe(true);
          bytes += units.reduce((sum, one) => sum + one.length, 0);
        },
        lost: () => undefined,
      });
      const order = new PacketOrder({
        packet: (one) => reader.take(one),
        missing: (sequences) => expect(sequences.length).toBeLessThan(limits.whip.askedPackets),
        gap: () => reader.gap(),
      });
      for (const [at, one] of packets.entries())
        order.take(
          packet(one.sequence, [...one.payload], { timestamp: one.timestamp, marker: one.marker }),
          at * 30,
        );
      expect(bytes).toBeLessThanOrEqual(packets.reduce((sum, { payload }) => sum + payload.length, 0));
    }),
  );
});

describe('what a receiver says', () => {
  it('asks for packets and pictures by the numbers of RTCP', () => {
    expect(pictureLost(1, 2).toString('hex')).toBe('81ce00020000000100000002');
    // 10, and behind it 11 and 26; 27 begins anew.
    expect(packetsLost(1, 2, [10, 11, 26, 27]).toString('hex')).toBe(
      '81cd00040000000100000002000a8001001b0000',
    );
    expect(packetsLost(1, 2, [65_535, 0]).toString('hex')).toBe('81cd00030000000100000002ffff0001');
    const limit = bitrateLimit(1, 2, 12_000_000);
    const word = limit.readUInt32BE(16);
    expect((word & 0x3_ff_ff) * 2 ** ((word >> 18) & 0x3f)).toBeGreaterThan(11_900_000);
    expect([isRtcp(limit), limit.length, limit.toString('latin1', 12, 16)]).toEqual([true, 24, 'REMB']);
  });

  it('reports what was lost since the last report', () => {
    const reception = new Reception(2, 90_000);
    for (const at of [65_534, 65_535, 1]) reception.take(packet(at), 0);
    const sender = Buffer.alloc(28);
    sender[1] = 200;
    sender.writeUInt32BE(0x01_02_03_04, 10);
    reception.sent(sender, 1_000);
    const report = reception.report(1, 1_500);
    expect(report.length).toBe(32);
    expect([report[12], report.readUIntBE(13, 3), report.readUInt32BE(16)]).toEqual([64, 1, 65_537]);
    expect([report.readUInt32BE(24), report.readUInt32BE(28)]).toEqual([0x01_02_03_04, 32_768]);
    reception.take(packet(2), 0);
    expect(reception.report(1, 2_000)[12]).toBe(0);
  });
});
