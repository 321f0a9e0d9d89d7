import { strToU8, zipSync } from 'fflate';

export interface Tower {
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  base: number;
  top: number;
  /** Metres across. */
  wide: number;
  /** Of its node; missing: it has none. */
  name?: string;
}

const [equator, eccentric] = [6_378_137, 0.006_694_379_990_141_316];

/** East, north and up around a place, by columns. */
const frameAt = ({ lng, lat }: Tower): number[] => {
  const [l, p] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
  const [sinL, cosL, sinP, cosP] = [Math.sin(l), Math.cos(l), Math.sin(p), Math.cos(p)];
  const normal = equator / Math.sqrt(1 - eccentric * sinP ** 2);
  const origin = [normal * cosP * cosL, normal * cosP * sinL, normal * (1 - eccentric) * sinP];
  return [
    -sinL,
    cosL,
    0,
    0,
    -sinP * cosL,
    -sinP * sinL,
    cosP,
    0,
    cosP * cosL,
    cosP * sinL,
    sinP,
    0,
    ...origin,
    1,
  ];
};

/** A binary glTF of its JSON and its buffer. */
export function glbOf(model: object, body: Uint8Array): Uint8Array {
  const json = JSON.stringify(model);
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const chunk = (kind: number, bytes: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length);
    head.writeUInt32LE(kind, 4);
    return Buffer.concat([head, bytes]);
  };
  const parts = Buffer.concat([chunk(0x4e_4f_53_4a, text), chunk(0x00_4e_49_42, body)]);
  const head = Buffer.alloc(12);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + parts.length, 8);
  return new Uint8Array(Buffer.concat([head, parts]));
}

/** Corners of a box and their order, with its axes as x, up, −north. */
export function towerMesh({ base, top, wide }: Tower): { places: Float32Array; indices: Uint16Array } {
  const half = wide / 2;
  const corners = [base, top].flatMap((up) =>
    [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ].flatMap(([east = 0, north = 0]) => [east, up, -north]),
  );
  const quads = [
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
    [4, 5, 6, 7],
  ];
  const order = quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]);
  return { places: new Float32Array(corners), indices: new Uint16Array(order) };
}

/** The same as JSON and buffer of a glTF. */
export function towerParts(tower: Tower, primitive: object = {}) {
  const { name } = tower;
  const { places, indices } = towerMesh(tower);
  const body = Buffer.concat([Buffer.from(places.buffer), Buffer.from(indices.buffer)]);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...(name === undefined ? {} : { name }) }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, ...primitive }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: places.byteLength },
      { buffer: 0, byteOffset: places.byteLength, byteLength: indices.byteLength },
    ],
    buffers: [{ byteLength: body.length }],
  };
  return { json, body };
}

/** A box as a binary glTF. */
export function towerModel(tower: Tower, primitive: object = {}): Uint8Array {
  const { json, body } = towerParts(tower, primitive);
  return glbOf(json, body);
}

/** A tree of one tile whose model stands there. */
export function towerTree(tower: Tower, more: object = {}): object {
  const [reach, degree] = [50, 111_000];
  const [up, across] = [reach / degree, reach / degree / Math.cos((tower.lat * Math.PI) / 180)];
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  return {
    asset: { version: '1.1' },
    geometricError: 100,
    root: {
      boundingVolume: {
        region: [
          radians(tower.lng - across),
          radians(tower.lat - up),
          radians(tower.lng + across),
          radians(tower.lat + up),
          tower.base,
          tower.top,
        ],
      },
      geometricError: 0,
      refine: 'ADD',
      transform: frameAt(tower),
      content: { uri: 'tower.glb' },
      ...more,
    },
  };
}

/** A zipped tileset of one tower, as it is uploaded as a layer. */
export const towerZip = (tower: Tower, primitive: object = {}): Uint8Array =>
  zipSync({
    'tileset.json': strToU8(JSON.stringify(towerTree(tower))),
    'tower.glb': towerModel(tower, primitive),
  });
