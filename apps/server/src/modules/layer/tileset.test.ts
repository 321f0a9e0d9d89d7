import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { glb, implicitRoot, subtree } from './tileset.fixture.ts';
import { eachTriangle } from './surface/gltf.ts';
import { packGltf } from './tileset-gltf.ts';
import { packTileset } from './tileset.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-tileset-'));
});
afterAll(() => rm(folder, { recursive: true }));

const model = glb({ asset: { version: '2.0' } });
const tileset = (uri: string) =>
  strToU8(
    JSON.stringify({
      asset: { version: '1.0' },
      geometricError: 10,
      root: { boundingVolume: { sphere: [0, 0, 0, 1] }, geometricError: 0, content: { uri } },
    }),
  );

let count = 0;
const pack = async (files: Record<string, Uint8Array>) => {
  const path = join(folder, String((count += 1)));
  await writeFile(path, zipSync(files));
  const made = await packTileset(path, `${path}.layer`);
  return { ...made, bytes: await readFile(`${path}.layer`) };
};

it('numbers the files of a tileset and makes its links lead to the numbers', async () => {
  const { files, bytes } = await pack({
    'Site/tileset.json': tileset('Data/a%20b/tileset.json'),
    'Site/Data/a b/tileset.json': tileset('./x.glb'),
    'Site/Data/a b/x.glb': model,
    'Site/metadata.xml': strToU8('<x/>'),
  });
  expect(files.map(({ path }) => path)).toEqual(['0', '1', '2']);
  const textOf = (at: number): string =>
    bytes.toString('utf8', files[at]?.start, (files[at]?.start ?? 0) + (files[at]?.length ?? 0));
  expect(textOf(0)).toContain('"uri":"1.rest"');
  expect(textOf(1)).toContain('"uri":"2.rest"');
});

it.each<[string, Record<string, Uint8Array>]>([
  ['a link to elsewhere', { 'tileset.json': tileset('https://a.org/x.glb') }],
  ['a link from the root', { 'tileset.json': tileset('/x.glb'), 'x.glb': model }],
  ['a link upwards', { 't/tileset.json': tileset('../x.glb'), 'x.glb': model }],
  ['a link upwards in disguise', { 't/tileset.json': tileset('%2e%2e/x.glb'), 'x.glb': model }],
  ['a link to nothing', { 'tileset.json': tileset('y.glb'), 'x.glb': model }],
  ['a link to itself', { 'tileset.json': tileset('tileset.json') }],
  [
    'a circle',
    { 'tileset.json': tileset('a.json'), 'a.json': tileset('b.json'), 'b.json': tileset('a.json') },
  ],
  ['no root', { 'x.glb': model }],
  ['two roots', { 'a/tileset.json': tileset('x.glb'), 'b/tileset.json': tileset('x.glb') }],
  ['a root that is none', { 'tileset.json': strToU8('{"asset":{"version":"1.0"}}') }],
  ['a page in it', { 'tileset.json': tileset('x.glb'), 'x.glb': model, 'i.html': strToU8('<p>') }],
  ['a page that is called a model', { 'tileset.json': tileset('x.glb'), 'x.glb': strToU8('<p>hello</p>') }],
  [
    'a model that fetches a picture',
    { 'tileset.json': tileset('x.glb'), 'x.glb': glb({ images: [{ uri: 'http://a.org/p.png' }] }) },
  ],
])('refuses %s', async (_, files) => {
  expect(await reasonOf(pack(files))).toBe('layerTileset');
});

it('refuses an archive with a path that climbs out', async () => {
  expect(await reasonOf(pack({ 'tileset.json': tileset('x.glb'), '../x.glb': model }))).toBe('zipUnsafe');
});

describe('tiles that are not listed', () => {
  const json = (value: object) => strToU8(JSON.stringify(value));
  const parts = { 'subtrees/0.0.0.subtree': subtree(), 'content/0/0/0.glb': model };
  const filesOf = (more: Parameters<typeof implicitRoot>[0], files: Record<string, Uint8Array> = parts) =>
    pack({ 'tileset.json': json(implicitRoot(more)), ...files });

  it('are found by pattern and place, from the folder of the file that names them', async () => {
    const { files, bytes } = await pack({
      'a/tileset.json': json(implicitRoot({ uri: './b/{x}_{y}/{level}.glb' })),
      'a/subtrees/0.0.0.subtree': subtree(),
      'a/b/1_0/1.glb': model,
      'a/b/0_0/0.glb': model,
    });
    const root = bytes.toString('utf8', 0, files[0]?.length);
    expect(root).toContain('"uri":"0.rest?place=0-{level}-{x}-{y}"');
    expect(root).toContain('"uri":"0.rest?place=1-{level}-{x}-{y}"');
    const byPath = new Map(files.map((file) => [file.path, file]));
    expect([...byPath.keys()].filter((path) => path.includes('-')).toSorted()).toEqual([
      '0-0-0-0',
      '1-0-0-0',
      '1-1-1-0',
    ]);
    const found = byPath.get('1-1-1-0');
    expect(bytes.subarray(found?.start, (found?.start ?? 0) + (found?.length ?? 0))).toEqual(
      Buffer.from(model),
    );
  });

  it('may be those of an octree', async () => {
    const { files } = await filesOf(
      {
        uri: 'c/{level}-{z}-{y}-{x}.glb',
        subtrees: 's/{level}-{x}-{y}-{z}.subtree',
        tiling: { subdivisionScheme: 'OCTREE' },
      },
      { 's/0-0-0-0.subtree': subtree(), 'c/1-0-0-1.glb': model },
    );
    expect(files.map(({ path }) => path)).toContain('1-1-1-0-0');
  });

  it.each<[string, Parameters<typeof implicitRoot>[0], Record<string, Uint8Array>?]>([
    ['another scheme', { tiling: { subdivisionScheme: 'S2' } }],
    ['more levels than a place has', { tiling: { availableLevels: 25 } }],
    ['no levels', { tiling: { availableLevels: 0 } }],
    ['parts that are too deep', { tiling: { subtreeLevels: 10 } }],
    ['parts of an octree that are too deep', { tiling: { subdivisionScheme: 'OCTREE', subtreeLevels: 7 } }],
    ['no parts', { tiling: { subtrees: undefined } }],
    ['children that are listed as well', { tile: { children: [] } }],
    ['a name that is unknown', { uri: 'content/{level}/{x}/{y}/{w}.glb' }],
    ['a name that is missing', { uri: 'content/{level}/{x}.glb' }],
    ['a name twice', { uri: 'content/{level}/{x}/{y}{y}.glb' }],
    ['the third axis of an octree', { uri: 'content/{level}/{x}/{y}/{z}.glb' }],
    ['a brace that is left open', { uri: 'content/{level}/{x}/{y}/{.glb' }],
    ['a pattern elsewhere', { uri: 'https://a.org/{level}/{x}/{y}.glb' }],
    ['a pattern from the root', { uri: '/{level}/{x}/{y}.glb' }],
    ['a pattern upwards', { uri: '../{level}/{x}/{y}.glb' }],
    ['a pattern upwards in disguise', { uri: '%2e%2e/{level}/{x}/{y}.glb' }],
    ['a pattern of files with links', { uri: 'content/{level}/{x}/{y}.json' }],
    ['parts upwards', { subtrees: '../{level}.{x}.{y}.subtree' }],
    ['no first part', {}, { 'content/0/0/0.glb': model }],
    ['a tile below the last level', {}, { ...parts, 'content/2/0/0.glb': model }],
    ['a tile beside its level', {}, { ...parts, 'content/1/2/0.glb': model }],
    ['a page that is called a tile', {}, { ...parts, 'content/0/0/0.glb': strToU8('<p>') }],
    ['a page that is called a part', {}, { 'subtrees/0.0.0.subtree': strToU8('<p>') }],
    [
      'a part that fetches something',
      {},
      {
        'subtrees/0.0.0.subtree': subtree(
          {
            buffers: [{ byteLength: 8, uri: 'https://a.org/x.bin' }],
            bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 8 }],
            tileAvailability: { bitstream: 0 },
            childSubtreeAvailability: { constant: 0 },
          },
          new Uint8Array(8),
        ),
      },
    ],
    [
      'a part that ends too early',
      {},
      {
        'subtrees/0.0.0.subtree': subtree(
          {
            buffers: [{ byteLength: 8 }],
            bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: 8 }],
            tileAvailability: { bitstream: 0 },
            childSubtreeAvailability: { constant: 0 },
          },
          new Uint8Array(8),
        ),
      },
    ],
  ])('with %s are refused', async (_, more, files) => {
    expect(await reasonOf(filesOf(more, files))).toBe('layerTileset');
  });

  it('in more parts than there may be are refused', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, at) => [`subtrees/12.${at}.0.subtree`, subtree()]),
    );
    const tiling = { availableLevels: 14 };
    expect(await reasonOf(filesOf({ tiling }, { ...parts, ...many }))).toBe('layerTileset');
    delete many['subtrees/12.0.0.subtree'];
    expect((await filesOf({ tiling }, { ...parts, ...many })).files.length).toBeGreaterThan(8_000);
  });

  it('by more patterns than there may be are refused', async () => {
    const { root, ...rest } = implicitRoot() as { root: object };
    const contents = Array.from({ length: 64 }, () => ({ uri: 'content/{level}/{x}/{y}.glb' }));
    const tooMany = { ...rest, root: { ...root, content: undefined, contents } };
    expect(await reasonOf(pack({ 'tileset.json': json(tooMany), ...parts }))).toBe('layerTileset');
  });
});

describe('models in JSON', () => {
  const json = (value: object) => strToU8(JSON.stringify(value));
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);
  /** One triangle of three places. */
  const places = Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0);
  const bin = new Uint8Array(places.buffer);
  const described = (more: object = {}) => ({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 1, byteOffset: 0, byteLength: 36 }],
    buffers: [
      { uri: 'data:application/octet-stream;base64,AAAA', byteLength: 3 },
      { uri: 'parts/a%20b.bin', byteLength: 36 },
    ],
    images: [{ uri: 'parts/skin.png', name: 'skin' }],
    ...more,
  });
  const beside = { 't/parts/a b.bin': bin, 't/parts/skin.png': png };
  const sent = (given: object, files: Record<string, Uint8Array> = beside) =>
    pack({ 't/tileset.json': tileset('x.gltf'), 't/x.gltf': json(given), ...files });

  it('are given out with their buffers and pictures in them, and nothing of those alone', async () => {
    const { files, bytes } = await sent(described());
    expect(files.map(({ path }) => path)).toEqual(['0', '1']);
    const [, packed] = files;
    const glbBytes = bytes.subarray(packed?.start, (packed?.start ?? 0) + (packed?.length ?? 0));
    expect(glbBytes.readUInt32LE(8)).toBe(glbBytes.length);
    const length = glbBytes.readUInt32LE(12);
    const { buffers, bufferViews, images } = JSON.parse(glbBytes.toString('utf8', 20, 20 + length)) as {
      buffers: { byteLength: number }[];
      bufferViews: { buffer: number; byteOffset: number; byteLength: number }[];
      images: object[];
    };
    const body = glbBytes.subarray(28 + length);
    expect(buffers).toEqual([{ byteLength: body.length }]);
    expect(images).toEqual([{ name: 'skin', bufferView: 1, mimeType: 'image/png' }]);
    const partOf = (at: number) => {
      const { byteOffset = 0, byteLength = 0 } = bufferViews[at] ?? {};
      return body.subarray(byteOffset, byteOffset + byteLength);
    };
    expect(partOf(0)).toEqual(Buffer.from(bin));
    expect(partOf(1)).toEqual(Buffer.from(png));
    const corners: number[][] = [];
    eachTriangle(glbBytes, (_name, _matrix, ...all) => corners.push(...all.map((one) => [...one])));
    expect(corners).toEqual([
      [0, 0, 0],
      [10, 0, 0],
      [0, 10, 0],
    ]);
  });

  it('may be binary ones with that name, and may share what they name', async () => {
    const { files } = await pack({
      't/tileset.json': tileset('a.json'),
      't/a.json': tileset('x.gltf'),
      't/x.gltf': json(described()),
      't/y.gltf': json(described()),
      't/z.gltf': model,
      ...beside,
    });
    expect(files.map(({ path }) => path)).toEqual(['0', '1', '2', '3', '4']);
  });

  const buffer = (uri: unknown, byteLength: unknown = 36) => ({
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ uri, byteLength }],
  });
  it.each<[string, object, Record<string, Uint8Array>?]>([
    ['a buffer elsewhere', buffer('https://a.org/x.bin')],
    ['a buffer from the root', buffer('/t/parts/a b.bin')],
    ['a buffer upwards', buffer('../x.bin'), { ...beside, 'x.bin': bin }],
    ['a buffer upwards in disguise', buffer('%2e%2e/x.bin'), { ...beside, 'x.bin': bin }],
    ['a buffer that is not there', buffer('parts/c.bin')],
    ['a buffer without a name', buffer(undefined)],
    ['a buffer that is another file of the tileset', buffer('tileset.json')],
    ['a buffer that is too short', buffer('parts/a b.bin', 37)],
    ['a part beyond its buffer', { bufferViews: [{ buffer: 1, byteOffset: 4, byteLength: 36 }] }],
    ['a part of no buffer', { bufferViews: [{ buffer: 2, byteLength: 36 }] }],
    ['a picture elsewhere', { images: [{ uri: '//a.org/p.png' }] }],
    ['a picture that is none', { images: [{ uri: 'parts/a b.bin' }] }],
    ['a list that is none', { images: {} }],
    ['version 1', { asset: { version: '1.0' } }],
  ])('with %s are refused', async (_, more, files = beside) => {
    expect(await reasonOf(sent(described(more), files))).toBe('layerTileset');
  });

  it('are needed for what lies beside them, and are none where they are pages', async () => {
    expect(await reasonOf(pack({ 'tileset.json': tileset('x.glb'), 'x.glb': model, 'x.bin': bin }))).toBe(
      'layerTileset',
    );
    const page = { 'tileset.json': tileset('x.gltf'), 'x.gltf': strToU8('<p>hello</p>') };
    expect(await reasonOf(pack(page))).toBe('layerTileset');
  });

  it('that are too large with what they name are refused before that is read', async () => {
    const large = { name: 'a', size: 60_000_000, read: () => Promise.reject(new Error('read')) };
    const asked = packGltf(Buffer.from(JSON.stringify(described())), 'x.gltf', () => large);
    expect(await reasonOf(asked)).toBe('layerTileset');
  });
});
