import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inColumns } from '../../platform/archive/columns.ts';
import { createLayerThreads } from './layer-threads.ts';
import type { ServedLayer } from './layer.store.ts';
import { createRemote } from './remote.ts';
import { layerFrom } from './served-layer.fixture.ts';

const threads = createLayerThreads();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-load-'));
});
afterAll(async () => {
  for (const unit of threads.units) await unit.stop();
  await rm(folder, { recursive: true });
});

const volume = { sphere: [0, 0, 0, 1] };
const tilesetOf = (links: number): string =>
  JSON.stringify({
    asset: { version: '1.0' },
    geometricError: 10,
    root: {
      boundingVolume: volume,
      geometricError: 1,
      children: Array.from({ length: links }, (_, at) => ({ content: { uri: `${at}.b3dm` } })),
    },
  });
const layerOf = (name: string, groupRoot?: string): ServedLayer =>
  layerFrom('tilesetUrl', `https://${name}.example.org/t/tileset.json`, groupRoot);

/** What a source answers to whatever it is asked, and how often it was. */
const remoteOf = (answer: (url: string) => string | Promise<string>) => {
  const asked: string[] = [];
  const remote = createRemote({
    fetch: async (url) => {
      asked.push(url);
      return new Response(await answer(url));
    },
    seal: { open: () => Promise.resolve('') },
    objects: null as never,
    mono: () => 0,
    note: () => Promise.resolve(),
    content: threads.content,
  });
  return { remote, asked };
};

/** The share of some work for which this loop stood still at one stretch. */
const longestStill = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  let [last, most] = [begun, 0];
  const look = (): void => {
    most = Math.max(most, performance.now() - last);
    last = performance.now();
  };
  const turns = setInterval(look, 1);
  await work();
  clearInterval(turns);
  look();
  return most / (performance.now() - begun);
};

it('gives rows to a database some thousand at a time, and none of more lines than one', () => {
  const rows = Array.from({ length: 5_001 }, (_, at) => ({ path: `${at}`, start: at }));
  const columns = inColumns(rows, ['path', 'start']);
  expect(columns.map(({ start }) => start.split('\n').length)).toEqual([5_000, 1]);
  expect(columns[1]).toEqual({ path: '5000', start: '5000' });
  expect(() => inColumns([{ path: 'a\nb' }], ['path'])).toThrow('more than one line');
});

describe('what a layer brings', () => {
  it('is judged beside the loop that carries orders, once for all who ask, and kept', async () => {
    const { remote, asked } = remoteOf(() => tilesetOf(30_000));
    const layer = layerOf('many');
    // The thread starts with the first question.
    await remoteOf(() => tilesetOf(1)).remote.tileset(layerOf('first'), {});
    const still = await longestStill(() =>
      Promise.all(Array.from({ length: 10 }, () => remote.tileset(layer, {}))),
    );
    const again = await remote.tileset(layer, {});
    expect(asked).toHaveLength(1);
    expect(again?.bytes.length).toBeGreaterThan(1_000_000);
    // A loop that rewrites them stands still for all of it but the transfer.
    expect(still).toBeLessThan(0.5);
  });

  it.each([
    ['more links than may be', () => tilesetOf(100_001), 'tooLong'],
    ['brackets within brackets', () => `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, 'tooDeep'],
    ['a million brackets', () => `{"a":${'['.repeat(1_000_000)}`, 'tooDeep'],
  ])('is refused with the reason: %s', async (name, answer, reason) => {
    const { remote } = remoteOf(answer);
    await expect(remote.tileset(layerOf(name.replaceAll(' ', '-')), {})).rejects.toMatchObject({
      reason: 'layerSource',
      details: { values: { reason } },
    });
  });

  it('holds up no other source while it drips, nor another organisation', async () => {
    const { promise: never, resolve } = Promise.withResolvers<string>();
    const { remote } = remoteOf((url) => (url.includes('drip') ? never : tilesetOf(1)));
    const dripping = Array.from({ length: 8 }, (_, at) =>
      remote.tileset(layerOf('drip'), { at: Buffer.from(`${at}.json`).toString('base64url') }),
    );
    const late = Promise.allSettled(dripping);
    expect(await remote.tileset(layerOf('other'), {})).not.toBeNull();
    const more = ['drip2', 'drip3'].map((name) => remote.tileset(layerOf(name), {}));
    expect(await remote.tileset(layerOf('third', 'b'), {})).not.toBeNull();
    resolve(tilesetOf(1));
    await late;
    await Promise.all(more);
  });

  describe('as a model in JSON', () => {
    const at = (path: string) => ({ at: Buffer.from(path).toString('base64url') });
    const gltf = (parts: object) => JSON.stringify({ asset: { version: '2.0' }, ...parts });
    const inline = 'data:application/octet-stream;base64,AAAA';
    const ask = async (name: string, files: Readonly<Record<string, string>>, path: string) => {
      const { remote } = remoteOf((url) => files[new URL(url).pathname] ?? '');
      return remote.tileset(layerOf(name), at(path));
    };

    it('leads to its buffers and pictures through this server, which are given as they are', async () => {
      const files = {
        '/t/m/a.gltf': gltf({
          buffers: [{ uri: 'a.bin', byteLength: 4 }, { uri: inline }, {}],
          images: [{ uri: '../p/a%20b.webp' }, { bufferView: 0 }],
        }),
        '/t/m/a.bin': 'BINS',
        '/t/p/a%20b.webp': 'RIFF....WEBP',
      };
      const model = await ask('models', files, 'm/a.gltf');
      expect(model?.contentType).toBe('application/json');
      const { buffers, images } = JSON.parse(String(model?.bytes)) as Record<string, { uri?: string }[]>;
      const leads = (link = ''): string =>
        Buffer.from(link.replace('0.rest?at=', ''), 'base64url').toString();
      expect(buffers?.map(({ uri }) => uri)).toEqual([
        expect.stringMatching(/^0\.rest\?at=[\w-]+$/),
        inline,
        undefined,
      ]);
      expect([leads(buffers?.[0]?.uri), leads(images?.[0]?.uri)]).toEqual(['m/a.bin', 'p/a%20b.webp']);
      const part = await ask('models', files, 'm/a.bin');
      expect([String(part?.bytes), part?.contentType]).toEqual(['BINS', 'application/octet-stream']);
      expect(String((await ask('models', files, 'p/a%20b.webp'))?.bytes)).toBe('RIFF....WEBP');
    });

    it.each([
      ['names a file on another server', gltf({ buffers: [{ uri: 'https://a.example.org/a.bin' }] }), 'link'],
      ['names a folder above', gltf({ images: [{ uri: '../../a.png' }] }), 'link'],
      ['names what is no part of a model', gltf({ buffers: [{ uri: 'passwords.txt' }] }), 'link'],
      ['names a number', gltf({ buffers: [{ uri: 7 }] }), 'link'],
      ['is of another version', JSON.stringify({ asset: { version: '1.0' } }), 'noTileset'],
      ['is none', '<html>', 'noTileset'],
    ])('is refused with the reason where it %s', async (name, text, reason) => {
      await expect(ask(name.replaceAll(' ', '-'), { '/t/m/a.gltf': text }, 'm/a.gltf')).rejects.toMatchObject(
        {
          reason: 'layerSource',
          details: { values: { reason } },
        },
      );
    });

    it('gives no page out as a picture, and no other file of the folder at all', async () => {
      const files = { '/t/a.png': '<script>', '/t/passwords.txt': 'geheim' };
      const refusal = (reason: string) => ({ reason: 'layerSource', details: { values: { reason } } });
      await expect(ask('page', files, 'a.png')).rejects.toMatchObject(refusal('noPicture'));
      await expect(ask('file', files, 'passwords.txt')).rejects.toMatchObject(refusal('noTileset'));
    });
  });

  it('in a zip is taken apart there too, with a row for each file as text', async () => {
    const path = join(folder, 'set.zip');
    const inner = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s/${at}.json`, strToU8('{}')]));
    await writeFile(path, zipSync({ 'tileset.json': strToU8(tilesetOf(0)), ...inner }));
    const question = { source: 'tileset', path, packPath: `${path}.pack`, size: 1 };
    const packed = await threads.zips.parse(new Uint8Array(), JSON.stringify(question));
    const rows = packed.ok ? packed.files.map((some) => some.path.split('\n').length) : packed;
    expect(rows).toEqual([21]);
  });
});
