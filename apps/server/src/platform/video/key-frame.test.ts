import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promised } from '@eyrie/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configurationOf, configurationTag, flvHead, pictureTag } from './flv-writer.ts';
import { takeKeyFrame } from './index.ts';

const sps = Buffer.from([0x67, 0x42, 0xe0, 0x1f]);
const pps = Buffer.from([0x68, 0xce]);
const begin = [flvHead, configurationTag(configurationOf(sps, pps), 0)];
const key = (timestamp: number): Buffer => pictureTag([Buffer.from([0x65, 1, 2, 3])], true, timestamp);
const next = (timestamp: number): Buffer => pictureTag([Buffer.from([0x41, 9])], false, timestamp);
/** Frames that a server kept since a key frame, 40 ms apart. */
const kept = (from: number, to: number): Buffer[] =>
  Array.from({ length: (to - from) / 40 }, (_, n) => next(from + (n + 1) * 40));
/** What comes at once, and from which time on a frame comes every 20 ms; null: nothing more comes. */
const streams: Record<string, { at: Buffer[]; flowsFrom: number | null }> = {
  flowing: { at: [...begin, key(1_000), ...kept(1_000, 4_000)], flowsFrom: 4_000 },
  twice: { at: [...begin, next(960), key(1_000), ...kept(1_000, 2_000), key(2_040)], flowsFrom: 2_040 },
  still: { at: [...begin, key(0), ...kept(0, 400)], flowsFrom: null },
  old: { at: [...begin, key(0), ...kept(0, 40_000)], flowsFrom: 40_000 },
  h265: {
    at: [flvHead, Buffer.from([9, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x1c, 0, 0, 0, 0, 0, 0, 0, 16])],
    flowsFrom: null,
  },
  noise: { at: [Buffer.alloc(64, 0x58)], flowsFrom: null },
};

let media: Server;
beforeAll(async () => {
  media = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const stream = streams[name];
    if (name === 'ends') {
      response.end(flvHead);
      return;
    }
    if (!stream) {
      response.writeHead(404).end();
      return;
    }
    response.write(Buffer.concat(stream.at));
    const { flowsFrom } = stream;
    if (flowsFrom === null) return;
    const since = performance.now();
    const timer = setInterval(
      () => response.write(next(Math.round(flowsFrom + performance.now() - since))),
      20,
    );
    response.on('close', () => clearInterval(timer));
  });
  media.listen(0, '127.0.0.1');
  await once(media, 'listening');
});
afterAll(() => {
  media.closeAllConnections();
  media.close();
});
const take = (name: string) =>
  takeKeyFrame(`http://127.0.0.1:${(media.address() as AddressInfo).port}/${name}`);

test('the last key frame is taken whole, with its age by the times of its stream', async () => {
  const found = await take('flowing');
  expect(found).toMatchObject({ profile: '42e01f' });
  if ('fault' in found) throw new Error(found.fault);
  const lengths = (unit: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, unit.length]), unit]);
  expect(found.units).toEqual(Buffer.concat([sps, pps, Buffer.from([0x65, 1, 2, 3])].map(lengths)));
  // It lay there for three seconds when it was asked for.
  expect(found.age).toBeGreaterThan(2_990);
  expect(found.age).toBeLessThan(3_000 + promised(1_500));
});

test('of several the first that comes is taken: no frame before it can be decoded', async () => {
  const found = await take('twice');
  if ('fault' in found) throw new Error(found.fault);
  expect(found.age).toBeGreaterThan(1_030);
});

test.each([
  ['still', 'still'],
  ['old', 'old'],
  ['h265', 'coding'],
  ['noise', 'coding'],
  ['ends', 'noStream'],
  ['unknown', 'noStream'],
])('nothing is taken of a stream that is %s', async (name, fault) => {
  expect(await take(name)).toEqual({ fault });
});
