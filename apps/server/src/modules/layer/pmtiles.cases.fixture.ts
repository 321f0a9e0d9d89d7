import type { RequestListener } from 'node:http';
import { layerCalls } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { tinyArchive } from './pmtiles.fixture.ts';
import {
  world,
  operator,
  foreigner,
  png,
  origin,
  call,
  bytesOf,
  upload,
  tile,
  source,
} from './layer-world.fixture.ts';

describe('PMTiles', () => {
  const archive = (more: object = {}) => tinyArchive({ tiles: { '1/0/1': png, '2/3/3': png }, ...more });
  const send = (bytes: Uint8Array) => upload(bytes, { source: 'pmtilesFile', fileName: 'World.pmtiles' });
  const far = () => source({ source: 'pmtiles', address: `${origin}/world.pmtiles` });
  const reasonAt = async (oid: string): Promise<string | null> => {
    expect(await reasonOf(tile(oid, 1, 0, 1))).toBe('layerSource');
    return (await call(layerCalls.get, { oid })).reason;
  };
  const parts =
    (bytes: Buffer): RequestListener =>
    ({ headers }, reply) => {
      const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).map(Number);
      const part = bytes.subarray(from, to + 1);
      reply
        .writeHead(206, { 'content-range': `bytes ${from}-${from + part.length - 1}/${bytes.length}` })
        .end(part);
    };

  it('in a file are served by place', async () => {
    const made = await send(archive());
    expect(made).toMatchObject({ name: 'World', type: 1, state: 'ready', minZoom: 1, maxZoom: 2 });
    expect(await bytesOf(await tile(made.oid, 2, 3, 3, operator))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(made.oid, 2, 0, 0))).toBe(204);
    expect(await reasonOf(tile(made.oid, 2, 3, 3, foreigner))).toBe('notFound');
  });

  it.each<[string, () => Buffer]>([
    ['vectors', () => archive({ tileType: 1 })],
    ['nothing', () => Buffer.alloc(0)],
    ['a page', () => Buffer.from('<!doctype html>'.repeat(20))],
    ['a part', () => archive().subarray(0, -10)],
    [
      'a directory of more entries than bytes',
      () => archive({ directory: Uint8Array.from([255, 255, 255, 127, 1]) }),
    ],
    ['a directory that is a bomb', () => archive({ directory: new Uint8Array(10_000_000) })],
  ])('are refused as %s', async (_, bytes) => expect(await reasonOf(send(bytes()))).toBe('layerPmtiles'));

  it('at an address are read in parts, directories once', async () => {
    const whole = archive();
    let asked = 0;
    world.answer = (request, reply) => {
      asked += 1;
      parts(whole)(request, reply);
    };
    const { oid } = await far();
    expect(await bytesOf(await tile(oid, 2, 3, 3))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(oid, 1, 0, 1))).toEqual(Buffer.from(png));
    expect(await bytesOf(await tile(oid, 2, 0, 0))).toBe(204);
    expect(asked).toBe(3);
  });

  it.each<[string, RequestListener]>([
    ['noRange', (_, reply) => void reply.end(archive())],
    ['noRange', (_, reply) => void reply.writeHead(206, { 'content-range': 'bytes 7-99/100' }).end('x')],
    ['tooLong', (_, reply) => void reply.end(Buffer.alloc(60_000))],
    ['status 500', (_, reply) => void reply.writeHead(500).end()],
    ['vectorTiles', (request, reply) => parts(archive({ tileType: 1 }))(request, reply)],
    [
      'noPicture',
      (request, reply) => parts(tinyArchive({ tiles: { '1/0/1': new Uint8Array(9) } }))(request, reply),
    ],
    ['noPmtiles', (request, reply) => parts(Buffer.alloc(20_000))(request, reply)],
  ])('at an address fail by name: %s', async (reason, listener) => {
    world.answer = listener;
    expect(await reasonAt((await far()).oid)).toBe(reason);
  });
});
