import { strToU8 } from 'fflate';
import type { Vector } from './frame.ts';

/** Triangles with one colour at each corner, or with places on the picture. */
export interface Mesh {
  /** East, north, up in metres, three for each corner. */
  readonly corners: number[];
  /** Red, green, blue, opacity of 0 to 255, four for each corner; empty with a picture. */
  readonly colours: number[];
  /** Share of the picture's width and height from its upper left corner. */
  readonly places: number[];
  readonly triangles: number[];
}
export const emptyMesh = (): Mesh => ({ corners: [], colours: [], places: [], triangles: [] });

/** A flat polygon seen against the clock; its corners follow its edge. */
export const addFace = (
  mesh: Mesh,
  corners: readonly Vector[],
  colour: readonly [number, number, number],
): void => {
  const first = mesh.corners.length / 3;
  for (const corner of corners) {
    mesh.corners.push(...corner);
    mesh.colours.push(...colour, 255);
  }
  for (let index = 2; index < corners.length; index += 1)
    mesh.triangles.push(first, first + index - 1, first + index);
};

const padded = (bytes: Uint8Array, filler: number): Uint8Array => {
  const full = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
  full.set(bytes);
  return full;
};
const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** glTF has its axes as x, up, −north. */
const turned = (corners: readonly number[]): Float32Array => {
  const out = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    out[at] = corners[at] ?? 0;
    out[at + 1] = corners[at + 2] ?? 0;
    out[at + 2] = -(corners[at + 1] ?? 0);
  }
  return out;
};
const ends = (values: Float32Array): { min: number[]; max: number[] } => {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const [index, value] of values.entries()) {
    min[index % 3] = Math.min(min[index % 3] ?? value, value);
    max[index % 3] = Math.max(max[index % 3] ?? value, value);
  }
  return { min, max };
};

/** What is collected while a file is written. */
interface Store {
  views: { buffer: 0; byteOffset: number; byteLength: number }[];
  accessors: object[];
  parts: Uint8Array[];
  length: number;
}
const keep = (store: Store, bytes: Uint8Array): number => {
  const full = padded(bytes, 0);
  store.views.push({ buffer: 0, byteOffset: store.length, byteLength: bytes.length });
  store.parts.push(full);
  store.length += full.length;
  return store.views.length - 1;
};
const access = (
  store: Store,
  values: Float32Array | Uint32Array | Uint8Array,
  shape: { type: string; componentType: number; count: number } & Record<string, unknown>,
): number => {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  store.accessors.push({ bufferView: keep(store, bytes), ...shape });
  return store.accessors.length - 1;
};

/** Codes of the element types as glTF has them. */
const [byte, whole, single] = [5121, 5125, 5126];

const primitive = (store: Store, mesh: Mesh, material: number): object => {
  const corners = turned(mesh.corners);
  const count = corners.length / 3;
  const position = access(store, corners, { type: 'VEC3', componentType: single, count, ...ends(corners) });
  const attributes: Record<string, number> = { POSITION: position };
  if (mesh.places.length > 0)
    attributes['TEXCOORD_0'] = access(store, new Float32Array(mesh.places), {
      type: 'VEC2',
      componentType: single,
      count,
    });
  else
    attributes['COLOR_0'] = access(store, new Uint8Array(mesh.colours), {
      type: 'VEC4',
      componentType: byte,
      normalized: true,
      count,
    });
  const indices = access(store, new Uint32Array(mesh.triangles), {
    type: 'SCALAR',
    componentType: whole,
    count: mesh.triangles.length,
  });
  return { attributes, indices, material };
};

/** The light is in the colours: the model looks the same at night, as a photographed one does. */
const unlit = { extensions: { KHR_materials_unlit: {} }, doubleSided: true };

/**
 * A binary glTF 2.0 file.
 * @param jpeg the picture of the meshes that have places on one
 */
export const writeGlb = (meshes: readonly Mesh[], jpeg?: Uint8Array): Uint8Array =>
  writeNamedGlb([{ name: '', meshes }], jpeg);

/** The same of several things, each with a name of its own: whoever is warned of one is told which it is. */
export function writeNamedGlb(
  things: readonly { name: string; meshes: readonly Mesh[] }[],
  jpeg?: Uint8Array,
): Uint8Array {
  const store: Store = { views: [], accessors: [], parts: [], length: 0 };
  const models = things
    .map(({ name, meshes }) => ({
      name,
      primitives: meshes
        .filter((mesh) => mesh.triangles.length > 0)
        .map((mesh) => primitive(store, mesh, mesh.places.length > 0 ? 1 : 0)),
    }))
    .filter(({ primitives }) => primitives.length > 0);
  const picture = jpeg && {
    images: [{ bufferView: keep(store, jpeg), mimeType: 'image/jpeg' }],
    samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 33_071, wrapT: 33_071 }],
    textures: [{ source: 0, sampler: 0 }],
  };
  const plain = { ...unlit, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 1 } };
  const textured = {
    ...unlit,
    pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 1 },
  };
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit'],
    scene: 0,
    scenes: [{ nodes: models.map((_, at) => at) }],
    nodes: models.map(({ name }, mesh) => ({ mesh, ...(name === '' ? {} : { name }) })),
    meshes: models.map(({ primitives }) => ({ primitives })),
    materials: picture ? [plain, textured] : [plain],
    ...picture,
    accessors: store.accessors,
    bufferViews: store.views,
    buffers: [{ byteLength: store.length }],
  };
  const text = padded(strToU8(JSON.stringify(json)), 0x20);
  const chunk = (kind: number, bytes: Uint8Array): Uint8Array =>
    joined([new Uint8Array(new Uint32Array([bytes.length, kind]).buffer), bytes]);
  const body = joined([chunk(0x4e_4f_53_4a, text), chunk(0x00_4e_49_42, joined(store.parts))]);
  return joined([new Uint8Array(new Uint32Array([0x46_54_6c_67, 2, body.length + 12]).buffer), body]);
}
