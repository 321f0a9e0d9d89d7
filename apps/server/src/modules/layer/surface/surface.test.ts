import { obstacleField, type Bounds } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { dracoTower, meshoptTower } from '../../../testing/packed-tower.fixture.ts';
import { glbOf, towerModel, towerParts, towerTree } from '../../../testing/tower.fixture.ts';
import { obstaclesOfContent } from './content.ts';
import { geodetic, identity, isMatrix, type Matrix } from './frame.ts';
import { answerSurface, type SurfaceQuestion } from './surface-answer.ts';
import { contentsIn } from './tree.ts';

const tower = { lng: 114.7268, lat: 41.1635, base: 1_400, top: 1_468, wide: 4, name: 'WT-01' };
const box: Bounds = { west: 114.726, east: 114.728, south: 41.163, north: 41.164 };
const elsewhere: Bounds = { west: 114.8, east: 114.81, south: 41.163, north: 41.164 };
const transformOf = (): Matrix => {
  const [content] = contentsIn(towerTree(tower), [box]).contents;
  if (!content || !isMatrix(content.transform)) throw new Error('no tower');
  return content.transform;
};
const model = (primitive: object = {}) => Buffer.from(towerModel(tower, primitive));

describe('what stands in a file of 3D Tiles', () => {
  it('is a tower where it stands, as high as it is, by its name', () => {
    const { blocks, names } = obstaclesOfContent(model(), transformOf());
    const field = obstacleField(
      blocks,
      names.map((name) => ({ name, layer: '' })),
    );
    expect(field.at(tower)?.name).toBe('WT-01');
    expect(field.topAt(tower)).toBeCloseTo(1_468, 3);
    expect(field.topAt({ ...tower, lat: 41.16355 })).toBeNull();
  });

  it('is found in a batched tile and in a composite too', () => {
    const glb = model();
    const batched = Buffer.alloc(28);
    batched.write('b3dm');
    const one = Buffer.concat([batched, glb]);
    one.writeUInt32LE(one.length, 8);
    const head = Buffer.alloc(16);
    head.write('cmpt');
    head.writeUInt32LE(1, 12);
    const field = obstacleField(obstaclesOfContent(Buffer.concat([head, one]), transformOf()).blocks, []);
    expect(field.topAt(tower)).toBeCloseTo(1_468, 3);
  });

  it('is every point of a cloud', () => {
    const text = Buffer.from(JSON.stringify({ POINTS_LENGTH: 1, POSITION: { byteOffset: 0 } }).padEnd(64));
    const head = Buffer.alloc(28);
    head.write('pnts');
    head.writeUInt32LE(text.length, 12);
    head.writeUInt32LE(12, 16);
    const body = Buffer.alloc(12);
    body.writeFloatLE(1_420, 8);
    const { blocks } = obstaclesOfContent(Buffer.concat([head, text, body]), transformOf());
    expect(obstacleField(blocks, []).topAt(tower)).toBeCloseTo(1_420, 2);
  });

  const asked = (bytes: Uint8Array, question: SurfaceQuestion) =>
    answerSurface({ bytes, about: JSON.stringify(question) });
  const topOf = async (
    bytes: Uint8Array,
    question: SurfaceQuestion,
    place = tower,
  ): Promise<number | null> => {
    const answer = await asked(bytes, question);
    if (!answer.ok || answer.kind !== 'content') throw new Error(JSON.stringify(answer));
    return obstacleField(answer.blocks, []).topAt(place);
  };
  const there = (): SurfaceQuestion => ({ kind: 'content', transform: transformOf() });

  it.each<[string, (of: typeof tower) => Promise<Uint8Array>]>([
    ['meshopt', meshoptTower],
    ['Draco', dracoTower],
  ])('is found where it is packed by %s, and not guessed where that is cut', async (_, packed) => {
    const bytes = await packed(tower);
    expect(await topOf(bytes, there())).toBeCloseTo(1_468, 1);
    const broken = bytes.slice();
    broken.fill(0xa5, -120);
    expect(await asked(broken, there())).toMatchObject({ ok: false });
  });

  it('is found with its buffer beside it, which is named first', async () => {
    const { json, body } = towerParts(tower);
    const text = Buffer.from(
      JSON.stringify({ ...json, buffers: [{ ...json.buffers[0], uri: 'tower.bin' }] }),
    );
    const boxes = [box];
    const tree = await asked(text, { kind: 'tree', boxes, transform: identity });
    expect(tree).toEqual({ ok: true, kind: 'beside', links: ['tower.bin'] });
    const transform = transformOf();
    const whole = Buffer.concat([text, body]);
    const lengths = [text.length, body.length] as const;
    expect(await topOf(whole, { kind: 'model', transform, lengths })).toBeCloseTo(1_468, 3);
    const without = await asked(text, { kind: 'model', transform, lengths: [text.length, null] });
    expect(without).toMatchObject({ ok: false });
  });

  const north = { ...tower, lat: tower.lat + 50 / 111_000 };
  /** Two of them, 50 m from one another, the second twice as high. */
  const instanced = (more: object, format = 1): Buffer => {
    const body = Buffer.alloc(32);
    [0, 0, 0, 0, 50, 0].forEach((one, at) => body.writeFloatLE(one, at * 4));
    [1, 2].forEach((one, at) => body.writeFloatLE(one, 24 + at * 4));
    const table = {
      INSTANCES_LENGTH: 2,
      POSITION: { byteOffset: 0 },
      SCALE: { byteOffset: 24 },
      ...more,
    };
    const text = Buffer.from(JSON.stringify(table).padEnd(160));
    const head = Buffer.alloc(32);
    head.write('i3dm');
    head.writeUInt32LE(text.length, 12);
    head.writeUInt32LE(body.length, 16);
    head.writeUInt32LE(format, 28);
    return Buffer.concat([head, text, body, Buffer.from(towerModel({ ...tower, base: 0, top: 40 }))]);
  };

  it('is each instance of a model, where and as high as it stands', async () => {
    expect(await topOf(instanced({}), there())).toBeCloseTo(40, 2);
    expect(await topOf(instanced({}), there(), north)).toBeCloseTo(80, 2);
    expect(await asked(instanced({}, 0), there())).toMatchObject({ ok: false });
    expect(await asked(instanced({ POSITION: { byteOffset: 20 } }), there())).toMatchObject({ ok: false });
    expect(await asked(instanced({ INSTANCES_LENGTH: -1 }), there())).toMatchObject({ ok: false });
  });

  it('is each instance within a model too', async () => {
    const { json, body } = towerParts({ ...tower, base: 0, top: 40 });
    const places = new Float32Array([0, 0, 0, 0, 0, -50]);
    const nodes = [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2 } } } }];
    const whole = {
      ...json,
      nodes,
      extensionsRequired: ['EXT_mesh_gpu_instancing'],
      accessors: [...json.accessors, { bufferView: 2, componentType: 5126, count: 2, type: 'VEC3' }],
      bufferViews: [...json.bufferViews, { buffer: 0, byteOffset: body.length, byteLength: 24 }],
      buffers: [{ byteLength: body.length + 24 }],
    };
    const bytes = glbOf(whole, Buffer.concat([body, Buffer.from(places.buffer)]));
    expect(await topOf(bytes, there())).toBeCloseTo(40, 2);
    expect(await topOf(bytes, there(), north)).toBeCloseTo(40, 2);
  });

  it('is not guessed where a model needs what is not known here', async () => {
    const { json, body } = towerParts(tower);
    const needing = (one: string) => asked(glbOf({ ...json, extensionsRequired: [one] }, body), there());
    expect(await needing('KHR_materials_unlit')).toMatchObject({ ok: true });
    expect(await needing('XX_elsewhere')).toEqual({ ok: false, why: 'glTF: XX_elsewhere' });
  });

  it.each<[string, Uint8Array, SurfaceQuestion]>([
    [
      'is packed by nothing that is there',
      model({ extensions: { KHR_draco_mesh_compression: {} } }),
      { kind: 'content', transform: identity },
    ],
    ['names places that are not there', model({ indices: 0 }), { kind: 'content', transform: identity }],
    ['is nothing that is known', Buffer.from('vctr'.padEnd(40)), { kind: 'content', transform: identity }],
    ['is no JSON', Buffer.from('{'), { kind: 'tree', boxes: [box], transform: identity }],
    [
      'does not list its tiles',
      Buffer.from(JSON.stringify(towerTree(tower, { implicitTiling: {} }))),
      { kind: 'tree', boxes: [box], transform: identity },
    ],
  ])('is not guessed where it %s', async (_, bytes, question) => {
    expect(await asked(bytes, question)).toMatchObject({ ok: false });
  });
});

describe('the tree of a tileset', () => {
  it('is followed to the finest tiles in the boxes, and nowhere else', () => {
    const leaf = (uri: string, more: object = {}) => ({
      ...(towerTree(tower) as { root: object }).root,
      content: { uri },
      ...more,
    });
    const tree = towerTree(tower, {
      geometricError: 50,
      refine: 'REPLACE',
      content: { uri: 'coarse.glb' },
      children: [
        leaf('fine.glb', { transform: undefined }),
        { ...leaf('far.glb'), boundingVolume: { region: [0, 0, 0.1, 0.1, 0, 1] } },
      ],
    });
    const links = (of: unknown, where: Bounds) =>
      contentsIn(JSON.parse(JSON.stringify(of)), [where]).contents.map(({ link }) => link);
    expect(links(tree, box)).toEqual(['fine.glb']);
    expect(contentsIn(tree, [elsewhere])).toEqual({ within: false, contents: [] });
    expect(links(towerTree(tower, { refine: 'ADD', children: [leaf('more.glb')] }), box)).toEqual([
      'tower.glb',
      'more.glb',
    ]);
  });
});

it('knows places from Earth-centred metres', () => {
  const spot = geodetic([
    transformOf()[12] as number,
    transformOf()[13] as number,
    transformOf()[14] as number,
  ]);
  expect(spot.lng).toBeCloseTo(tower.lng, 9);
  expect(spot.lat).toBeCloseTo(tower.lat, 9);
  expect(spot.height).toBeCloseTo(0, 3);
});
