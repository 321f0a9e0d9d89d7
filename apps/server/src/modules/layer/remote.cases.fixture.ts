import { gzipSync } from 'node:zlib';
import { layerCalls, layerFilePath, layerTilePath } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { implicitRoot, subtree } from './tileset.fixture.ts';
import {
  world,
  foreigner,
  origin,
  call,
  bytesOf,
  tile,
  source,
  model,
  tileset,
  files,
  file,
  linkIn,
  follow,
} from './layer-world.fixture.ts';

describe('3D Tiles by address', () => {
  const byAddress = () =>
    source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json?k={key}`, sourceKey: 'geheim 2' });

  it('are fetched through this server, link by link, and the key stays here', async () => {
    const { oid, type, url } = await byAddress();
    expect({ type, url }).toEqual({
      type: 4,
      url: layerFilePath.replace('{id}', oid).replace('{name}', '0'),
    });
    world.answer = files({
      '/a/tileset.json?k=geheim+2': tileset('b/more.json'),
      '/a/tileset.json?k=geheim%202': tileset('b/more.json'),
      '/a/b/more.json?k=geheim+2': tileset('../c.glb?v=3'),
      '/a/c.glb?v=3&k=geheim+2': gzipSync(model()),
    });
    const first = linkIn(await follow(oid));
    const second = linkIn(await follow(oid, first));
    expect(await follow(oid, second)).toEqual(model());
    for (const link of [first, second])
      expect(Buffer.from(link, 'base64url').toString() + decodeURIComponent(link)).not.toContain('geheim');
    expect(await reasonOf(file(oid, second, foreigner))).toBe('notFound');
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'ready' });
  });

  it.each([
    ['another server', tileset('https://a.example.org/x.glb'), 'link'],
    ['another port', tileset('//127.0.0.1:9/a/x.glb'), 'link'],
    ['a folder above', tileset('../x.glb'), 'link'],
    ['a folder above in disguise', tileset('b/%2e%2e%2f..%2f../x.glb'), 'link'],
    ['a pattern', tileset('{level}/{x}/{y}.glb'), 'link'],
    ['itself', tileset('tileset.json'), 'circle'],
    ['nothing', '{"asset":{"version":"1.0"}}', 'noTileset'],
    ['a page', '<!doctype html>', 'noTileset'],
    ['more than fits', Buffer.alloc(60_000), 'tooLong'],
    ['a bomb', gzipSync(Buffer.alloc(21_000_000)), 'tooLong'],
  ])('that lead to %s are refused with the reason', async (_, root, reason) => {
    const { oid } = await source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json` });
    world.answer = files({ '/a/tileset.json': root });
    expect(await reasonOf(file(oid))).toBe('layerSource');
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'failed', reason });
  });

  it('are fetched by place where they are not listed, from the same folder and with the key', async () => {
    const { oid } = await byAddress();
    const given = JSON.stringify(implicitRoot({ uri: 'c/{level}/{x}/{y}.glb?v=1' }));
    world.answer = files({
      '/a/tileset.json?k=geheim%202': given,
      '/a/tileset.json?k=geheim+2': given,
      '/a/subtrees/0.0.0.subtree?k=geheim+2': subtree(),
      '/a/c/1/0/1.glb?v=1&k=geheim+2': model(),
    });
    const { root } = JSON.parse(String(await follow(oid))) as {
      root: { content: { uri: string }; implicitTiling: { subtrees: { uri: string } } };
    };
    expect(root.content.uri).toMatch(/^0\.rest\?at=[\w-]+&place=\{level\}-\{x\}-\{y\}$/);
    const at = (link: string, place: string) => link.replace('{level}-{x}-{y}', place);
    expect(await follow(oid, at(root.content.uri, '1-0-1'))).toEqual(model());
    expect(await follow(oid, at(root.implicitTiling.subtrees.uri, '0-0-0'))).toEqual(Buffer.from(subtree()));
    for (const place of ['1-2-0', '24-0-0', '1-0-0-0', '01-0-0'])
      expect(await reasonOf(file(oid, at(root.content.uri, place)))).toBe('layerSource');
    const made = (pattern: string) =>
      file(oid, `?at=${Buffer.from(pattern).toString('base64url')}&place=0-0-0`);
    for (const pattern of ['../{level}/{x}/{y}.glb', '{level}/{x}/{y}.json', '{level}/{x}.glb', 'x.glb'])
      expect(await reasonOf(made(pattern))).toBe('layerSource');
  });

  it.each([
    ['another server', { uri: 'https://a.example.org/{level}/{x}/{y}.glb' }, 'link'],
    ['a folder above', { uri: '../{level}/{x}/{y}.glb' }, 'link'],
    ['a folder above in disguise', { subtrees: '%2e%2e%2f{level}/{x}/{y}.subtree' }, 'link'],
    ['another name', { uri: '{level}/{x}/{y}/{z}.glb' }, 'link'],
    ['files with links', { uri: '{level}/{x}/{y}.json' }, 'link'],
    ['more levels than there are', { tiling: { availableLevels: 25 } }, 'noTileset'],
    ['parts that are too deep', { tiling: { subtreeLevels: 10 } }, 'noTileset'],
  ])('whose pattern leads to %s are refused with the reason', async (_, more, reason) => {
    const { oid } = await source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json` });
    world.answer = files({ '/a/tileset.json': JSON.stringify(implicitRoot(more)) });
    expect(await reasonOf(file(oid))).toBe('layerSource');
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'failed', reason });
  });

  it('are refused where two lead to each other, a tile is none, and a link was made up', async () => {
    const { oid } = await source({ source: 'tilesetUrl', address: `${origin}/a/tileset.json` });
    world.answer = files({
      '/a/tileset.json': tileset('b.json'),
      '/a/b.json': tileset('tileset.json'),
      '/a/x.glb': '<p>',
      '/secret.json': tileset('x.glb'),
    });
    expect(await reasonOf(file(oid, linkIn(await follow(oid))))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('circle');
    const made = (path: string) => file(oid, `?at=${Buffer.from(path).toString('base64url')}`);
    expect(await reasonOf(made('x.glb'))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('noTileset');
    expect(await reasonOf(made('../secret.json'))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('link');
  });
});

describe('meshes by address', () => {
  /** The ground as one triangle, heights from 10 to 20 m. */
  const mesh = (): Buffer => {
    const bytes = Buffer.alloc(110);
    bytes.writeFloatLE(10, 24);
    bytes.writeFloatLE(20, 28);
    bytes.writeUInt32LE(3, 88);
    return bytes;
  };
  const description = {
    format: 'quantized-mesh-1.0',
    version: '1.2.0',
    maxzoom: 4,
    tiles: ['{z}/{x}/{y}.terrain?v={version}'],
    available: [[{ startX: 0, startY: 0, endX: 1, endY: 0, evil: 'x' }]],
    attribution: '<img src=x>',
    parentUrl: 'https://a.example.org/',
  };
  const byAddress = () => source({ source: 'meshUrl', address: `${origin}/t/layer.json` });

  it('are described without what leads elsewhere, and fetched by place', async () => {
    const { oid, role } = await byAddress();
    expect(role).toBe('terrain');
    world.answer = files({
      '/t/layer.json': JSON.stringify(description),
      '/t/1/3/0.terrain?v=1.2.0': gzipSync(mesh()),
    });
    const given = JSON.parse(String(await follow(oid))) as object;
    expect(given).toMatchObject({
      format: 'quantized-mesh-1.0',
      tiles: [layerTilePath.replace('{id}', oid)],
      available: [[{ startX: 0, startY: 0, endX: 1, endY: 0 }]],
    });
    expect(JSON.stringify(given)).not.toMatch(/example|img|evil/);
    expect(await bytesOf(await tile(oid, 1, 3, 0))).toEqual(mesh());
    expect(await reasonOf(tile(oid, 1, 4, 0))).toBe('notFound');
    expect(await reasonOf(tile(oid, 1, 0, 0))).toBe('notFound');
  });

  it.each([
    ['of another format', { ...description, format: 'heightmap-1.0' }, 'noMesh'],
    ['without a place in their pattern', { ...description, tiles: ['a.terrain'] }, 'noMesh'],
    ['of another server', { ...description, tiles: ['https://a.example.org/{z}/{x}/{y}'] }, 'link'],
  ])('%s are refused', async (_, json, reason) => {
    const { oid } = await byAddress();
    world.answer = files({ '/t/layer.json': JSON.stringify(json) });
    expect(await reasonOf(file(oid))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe(reason);
  });

  it('that are none are refused', async () => {
    const { oid } = await byAddress();
    const bytes = mesh();
    bytes.writeUInt32LE(4_000, 88);
    world.answer = files({ '/t/layer.json': JSON.stringify(description), '/t/0/0/0.terrain?v=1.2.0': bytes });
    expect(await reasonOf(tile(oid, 0, 0, 0))).toBe('layerSource');
    expect((await call(layerCalls.get, { oid })).reason).toBe('noMesh');
  });
});
