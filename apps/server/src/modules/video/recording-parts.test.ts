import { describe, expect, it } from 'vitest';
import { createFlvReader, flvHead, type PictureFrame } from '../../platform/video/index.ts';
import { PartCollector, type RecordingPart } from './recording-parts.ts';

const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const setsOf = (level: number) => ({
  parameterSets: Buffer.concat([unit(0x67, 0x42, 0xc0, level), unit(0x68, 0xce)]),
});
const frame = (timestamp: number, key = false): PictureFrame => ({
  key,
  timestamp,
  units: unit(key ? 0x65 : 0x41, timestamp & 255),
});
/** Times of the frames of a part, and how often it says how they are coded. */
const readPart = (part: RecordingPart) => {
  const times: number[] = [];
  let formats = 0;
  const fail = (fault: string): never => {
    throw new Error(fault);
  };
  const listener = {
    format: () => void (formats += 1),
    frame: (one: PictureFrame) => void times.push(one.timestamp),
    fault: fail,
  };
  createFlvReader(listener, 1_000)(Buffer.concat([flvHead, part.bytes]));
  return { times, formats };
};
/** A connection that brings what was kept at once, a key frame first, and then goes on as it is sent. */
const connect = (
  collector: PartCollector,
  {
    at,
    from,
    kept,
    live,
    keys = 1_000,
  }: { at: number; from: number; kept: number; live: number; keys?: number },
): void => {
  collector.begin();
  collector.format(setsOf(0x1f));
  for (let ms = 0; ms <= kept; ms += 100) collector.frame(frame(from + ms, ms % keys === 0), at);
  for (let ms = 100; ms <= live; ms += 100)
    collector.frame(frame(from + kept + ms, (kept + ms) % keys === 0), at + ms);
};

describe('parts of a recording', () => {
  it('begin when their first frame was sent, not when it came', () => {
    const collector = new PartCollector(null, -1);
    connect(collector, { at: 10_000, from: 777, kept: 2_000, live: 1_000 });
    const part = collector.take();
    if (!part) throw new Error('there is no part');
    expect(part).toMatchObject({ startedAt: 8_000, firstAt: 0, lastAt: 3_000 });
    expect(readPart(part)).toEqual({ times: Array.from({ length: 31 }, (_, n) => n * 100), formats: 1 });
    // What comes later goes on where it was.
    collector.frame(frame(777 + 3_100), 11_100);
    expect(collector.take()).toMatchObject({ startedAt: 8_000, firstAt: 3_100, lastAt: 3_100 });
    expect(collector.take()).toBeNull();
    expect(collector.waiting).toBe(0);
  });

  it('hold nothing of a stream that stands still, however often it is connected', () => {
    const collector = new PartCollector(8_000, 3_000);
    for (const at of [20_000, 26_000, 32_000]) {
      connect(collector, { at, from: 0, kept: 2_000, live: 0 });
      expect(collector.take()).toBeNull();
      collector.end();
      expect(collector.take()).toBeNull();
    }
    expect(collector.waiting).toBe(0);
  });

  it('hold nothing twice: a connection that begins before the last frame is joined at the next key frame', () => {
    const collector = new PartCollector(8_000, 3_050);
    // Its first key frame was sent at 10,500: 2.5 s after the recording began.
    connect(collector, { at: 11_000, from: 50_000, kept: 500, live: 2_000 });
    const part = collector.take();
    if (!part) throw new Error('there is no part');
    expect(part).toMatchObject({ firstAt: 3_500, lastAt: 5_000 });
    expect(readPart(part).times[0]).toBe(3_500);
  });

  it('leave a gap where nothing came, also where a publisher counts from nothing again', () => {
    const collector = new PartCollector(null, -1);
    connect(collector, { at: 10_000, from: 90_000, kept: 0, live: 1_000 });
    collector.end();
    connect(collector, { at: 40_000, from: 0, kept: 0, live: 1_000 });
    const part = collector.take();
    if (!part) throw new Error('there is no part');
    const { times } = readPart(part);
    expect(times.slice(9, 13)).toEqual([900, 1_000, 30_000, 30_100]);
    expect(part.lastAt).toBe(31_000);
  });

  it('stay at their moments where whoever sends them sets its clock, ahead or back', () => {
    for (const set of [1_800_000_000, -60_000]) {
      const collector = new PartCollector(null, -1);
      connect(collector, { at: 10_000, from: 100_000, kept: 0, live: 1_000 });
      expect(collector.take()).toMatchObject({ startedAt: 10_000, lastAt: 1_000 });
      // On the same connection, with a key frame every half second.
      for (let ms = 1_100; ms <= 3_000; ms += 100)
        collector.frame(frame(100_000 + set + ms, ms % 500 === 0), 10_000 + ms);
      const part = collector.take();
      if (!part) throw new Error('there is no part');
      expect(part).toMatchObject({ startedAt: 10_000, firstAt: 1_500, lastAt: 3_000 });
    }
  });

  it('count how often the coding changes, and not how often it is said', () => {
    const collector = new PartCollector(null, -1);
    collector.begin();
    for (let turn = 0; turn < 4; turn += 1) {
      collector.format(setsOf(turn < 2 ? 0x1f : 0x28 + turn));
      for (let ms = 0; ms < 1_000; ms += 100)
        collector.frame(frame(turn * 1_000 + ms, ms === 0), 10_000 + turn * 1_000 + ms);
      collector.take();
    }
    expect(collector.changes).toBe(2);
  });

  it('say how frames are coded where that changes, and begin with a key frame', () => {
    const collector = new PartCollector(null, -1);
    collector.begin();
    collector.frame(frame(0, true), 1_000);
    collector.format(setsOf(0x1f));
    collector.frame(frame(40), 1_040);
    for (let ms = 100; ms <= 700; ms += 100) collector.frame(frame(ms, ms === 100), 1_000 + ms);
    collector.format(setsOf(0x28));
    collector.frame(frame(800, true), 1_800);
    const part = collector.take();
    if (!part) throw new Error('there is no part');
    expect(part.startedAt).toBe(1_100);
    expect(readPart(part)).toEqual({ times: [0, 100, 200, 300, 400, 500, 600, 700], formats: 2 });
  });

  it('are none of a format without parameter sets', () => {
    expect(new PartCollector(null, -1).format({ parameterSets: unit(0x67, 1, 2, 3) })).toBe(false);
  });
});
