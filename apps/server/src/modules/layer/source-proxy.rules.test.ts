import { limits } from '@eyrie/domain';
import { buildPng } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { AddressRefused } from '../../platform/outgoing.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import type { ServedLayer } from './layer.store.ts';
import { PmtilesFault, SourceFault } from './source-fault.ts';
import { createKept, createSourceProxy, failureOf, openKey, settingOf, shareOf } from './source-proxy.ts';

const layer: ServedLayer = {
  oid: 'layer',
  groupRoot: 'a',
  source: 'xyz',
  address: 'https://tiles.example.org/{z}/{x}/{y}.png',
  keyHeader: 'X-Key',
  accessKey: null,
  objectKey: null,
  sourceKey: null,
  grows: false,
  size: '70',
  minZoom: 0,
  maxZoom: 23,
};
const png = new Uint8Array(buildPng(8, 8, [1, 2, 3]));
const tileOf = (bytes: number) => ({ bytes: Buffer.alloc(bytes), contentType: 'image/png' });

describe('tiles that are kept', () => {
  it('are given again for a while, and not after it', () => {
    let now = 0;
    const kept = createKept(() => now);
    kept.put('a', tileOf(1));
    kept.put('none', null);
    now = limits.layer.keptFor;
    expect([kept.get('a')?.tile?.bytes.length, kept.get('none')?.tile]).toEqual([1, null]);
    now += 1;
    expect([kept.get('a'), kept.get('none'), kept.get('never')]).toEqual([undefined, undefined, undefined]);
  });

  it('are so many and so many bytes at most, the longest kept going first', () => {
    const kept = createKept(() => 0, { count: 3, bytes: 10 });
    const held = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => kept.get(key)).join('');
    for (const key of ['a', 'b', 'c']) kept.put(key, tileOf(1));
    expect(held()).toBe('abc');
    kept.put('d', tileOf(1));
    expect(held()).toBe('bcd');
    // Put again, it is the youngest, and counts once.
    kept.put('b', tileOf(8));
    expect(held()).toBe('bcd');
    kept.put('b', tileOf(9));
    expect(held()).toBe('bd');
    kept.put('e', tileOf(2));
    expect(held()).toBe('e');
    kept.put('a', tileOf(11));
    expect(held()).toBe('');
    kept.put('c', tileOf(10));
    expect(held()).toBe('c');
  });

  it('that are too old no longer count', () => {
    let now = 0;
    const kept = createKept(() => now, { count: 3, bytes: 10 });
    kept.put('a', tileOf(8));
    now = limits.layer.keptFor + 1;
    kept.get('a');
    kept.put('b', tileOf(5));
    kept.put('c', tileOf(5));
    expect([kept.get('b') !== undefined, kept.get('c') !== undefined]).toEqual([true, true]);
  });
});

it.each([
  [new AddressRefused('the answer is too long'), 'tooLong'],
  [new AddressRefused('10.0.0.1'), 'addressRefused'],
  [new SourceFault('status 500'), 'status 500'],
  [new PmtilesFault('pmtilesDamaged'), 'pmtilesDamaged'],
  [new Refusal('tooManyRequests'), 'tooLong'],
  [new DOMException('late', 'TimeoutError'), 'timeout'],
  [new Error('timeout'), 'timeout'],
  [Object.assign(new Error('ended'), { code: 'ABORT_ERR' }), 'timeout'],
  [Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'unreachable'],
])('a source that fails by %s is said to be %s', (error, said) => {
  expect(failureOf(error)).toBe(said);
});

it('a layer with another source, address or key is another one', () => {
  const names = [
    layer,
    { ...layer, source: 'wms' as const },
    { ...layer, address: 'https://other.example.org' },
    { ...layer, keyHeader: 'X-Other' },
    { ...layer, accessKey: 'c2VhbGVk' },
    { ...layer, oid: 'other' },
  ].map((one) => settingOf(one));
  expect(new Set(names).size).toBe(names.length);
  expect(settingOf({ ...layer })).toBe(names[0]);
});

it('a layer stands in the queue of its server, or of its own file', () => {
  expect(shareOf(layer)).toEqual({ organisation: 'a', source: 'https://tiles.example.org' });
  expect(shareOf({ ...layer, objectKey: 'file' }).source).toBe('file');
  expect(shareOf({ ...layer, address: 'nowhere' }).source).toBe('');
  expect(shareOf({ ...layer, address: null }).source).toBe('');
});

it('a key is opened only where one is kept', async () => {
  const seal = { open: async (bytes: Uint8Array) => `opened ${Buffer.from(bytes).toString()}` };
  expect(await openKey(seal, { accessKey: null })).toBe('');
  expect(await openKey(seal, { accessKey: Buffer.from('sealed').toString('base64') })).toBe('opened sealed');
});

describe('a tile from elsewhere', () => {
  const place = { z: 3, x: 1, y: 2 };
  const proxyOf = (answer: () => Response | Promise<Response>, part: Partial<ServedLayer> = {}) => {
    const asked: { url: string; headers: unknown }[] = [];
    const notes: (string | null)[] = [];
    const archived: unknown[] = [];
    const clock = { now: 0 };
    const proxy = createSourceProxy({
      fetch: async (url, headers) => {
        asked.push({ url, headers });
        return answer();
      },
      seal: { open: async () => 'secret' },
      objects: null as never,
      mono: () => clock.now,
      note: async (_oid, failure) => void notes.push(failure),
      archives: {
        tile: async (...given: unknown[]) => {
          archived.push(given[1]);
          return tileOf(5);
        },
      },
    });
    const tile = (at = place) => proxy({ ...layer, ...part }, at);
    return { tile, asked, notes, archived, clock };
  };
  const picture = () => new Response(png);

  it('is asked for with its key, and once for a while', async () => {
    const { tile, asked, notes, clock } = proxyOf(picture, { accessKey: 'c2VhbGVk' });
    expect((await tile())?.contentType).toBe('image/png');
    expect((await tile())?.bytes.length).toBe(png.length);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe('https://tiles.example.org/3/1/2.png');
    expect(new Headers(asked[0]?.headers as Record<string, string>).get('x-key')).toBe('secret');
    expect(notes).toEqual([null]);
    await tile({ ...place, x: 7 });
    expect(asked).toHaveLength(2);
    clock.now = limits.layer.keptFor + 1;
    await tile();
    expect(asked).toHaveLength(3);
  });

  it('that two want at once is asked for once', async () => {
    const { tile, asked } = proxyOf(picture);
    const [one, two] = await Promise.all([tile(), tile()]);
    expect(one).toBe(two);
    expect(asked).toHaveLength(1);
  });

  it.each([404, 204])('is none where its source says %d, which is kept as well', async (status) => {
    const { tile, asked, notes } = proxyOf(() => new Response(null, { status }));
    expect([await tile(), await tile()]).toEqual([null, null]);
    expect([asked.length, notes]).toEqual([1, [null]]);
  });

  it.each([
    [() => new Response(png, { status: 500 }), 'status 500'],
    [() => new Response(png, { status: 201 }), 'status 201'],
    [() => new Response('<html>'), 'noPicture'],
    [() => Promise.reject(new AddressRefused('10.0.0.1')), 'addressRefused'],
  ])('that cannot be had is refused with the reason, noted and not kept', async (answer, reason) => {
    const { tile, asked, notes } = proxyOf(answer);
    for (const count of [1, 2]) {
      const refused = await refusalOf(tile());
      expect([refused?.reason, refused?.details.values]).toEqual(['layerSource', { reason }]);
      expect([asked.length, notes.length]).toEqual([count, count]);
    }
    expect(notes).toEqual([reason, reason]);
  });

  it('of an archive is read out of it, stored here or elsewhere', async () => {
    const elsewhere = proxyOf(picture, { source: 'pmtiles', address: 'https://tiles.example.org/a.pmtiles' });
    expect((await elsewhere.tile())?.bytes.length).toBe(5);
    const here = proxyOf(picture, { source: 'pmtiles', objectKey: 'file', address: null });
    expect((await here.tile())?.bytes.length).toBe(5);
    expect([elsewhere.archived, here.archived]).toEqual([[place], [place]]);
    expect([elsewhere.asked, here.asked]).toEqual([[], []]);
  });
});
