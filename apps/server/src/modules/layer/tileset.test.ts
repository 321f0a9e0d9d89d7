import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { packTileset } from './tileset.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-tileset-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A model in glTF 2 with nothing but its JSON. */
const glb = (json: object): Uint8Array => {
  const text = JSON.stringify(json);
  const body = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + body.length, 8);
  head.writeUInt32LE(body.length, 12);
  head.write('JSON', 16);
  return new Uint8Array(Buffer.concat([head, body]));
};
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
