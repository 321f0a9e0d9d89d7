import { obstacleField, type Bounds } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { towerModel, towerTree } from '../../../testing/tower.fixture.ts';
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
  it.each<[string, Uint8Array, SurfaceQuestion]>([
    [
      'is compressed',
      model({ extensions: { KHR_draco_mesh_compression: {} } }),
      { kind: 'content', transform: identity },
    ],
    ['names places that are not there', model({ indices: 0 }), { kind: 'content', transform: identity }],
    ['is nothing that is known', Buffer.from('i3dm'.padEnd(40)), { kind: 'content', transform: identity }],
    ['is no JSON', Buffer.from('{'), { kind: 'tree', boxes: [box], transform: identity }],
    [
      'does not list its tiles',
      Buffer.from(JSON.stringify(towerTree(tower, { implicitTiling: {} }))),
      { kind: 'tree', boxes: [box], transform: identity },
    ],
  ])('is not guessed where it %s', (_, bytes, question) => {
    expect(asked(bytes, question)).toMatchObject({ ok: false });
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
