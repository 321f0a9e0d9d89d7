import { composed, identity, isMatrix, times, type Matrix, type Vector } from './frame.ts';
import { UnreadModel } from './unread.ts';

/** Triangles of one file at most. */
const trianglesMost = 3_000_000;
/** Nodes may lie in one another so deep. */
const depthMost = 32;

type Json = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const countOf = (value: unknown, otherwise?: number): number => {
  const given = value ?? otherwise;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 0) throw new UnreadModel('glTF');
  return given;
};
const nameIn = ({ name }: Json): string => (typeof name === 'string' ? name.trim().slice(0, 64) : '');

/** One triangle after the other, in the axes of the model; `name` is that of the nearest node or mesh that has one. */
export type EachTriangle = (name: string, matrix: Matrix, a: Vector, b: Vector, c: Vector) => void;

/** Readers of numbers by glTF's code, their bytes, and by what they are divided where they are normalised. */
const numbers: Readonly<
  Record<number, readonly [bytes: number, read: (bytes: Buffer, at: number) => number, whole: number]>
> = {
  5120: [1, (bytes, at) => bytes.readInt8(at), 127],
  5121: [1, (bytes, at) => bytes.readUInt8(at), 255],
  5122: [2, (bytes, at) => bytes.readInt16LE(at), 32_767],
  5123: [2, (bytes, at) => bytes.readUInt16LE(at), 65_535],
  5125: [4, (bytes, at) => bytes.readUInt32LE(at), 1],
  5126: [4, (bytes, at) => bytes.readFloatLE(at), 1],
};

/** What extensions say must be undone before anything can be read is not undone here. */
const packed = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression']);

class Model {
  readonly #json: Json;
  readonly #body: Buffer;
  #triangles = 0;

  constructor(json: Json, body: Buffer) {
    this.#json = json;
    this.#body = body;
  }

  #buffer(at: number): Buffer {
    const { uri } = listOf(this.#json['buffers'])[at] ?? {};
    if (uri === undefined) return this.#body;
    const data = typeof uri === 'string' ? /^data:[^,]{0,100};base64,(.*)$/s.exec(uri) : null;
    if (!data) throw new UnreadModel('glTF: buffer');
    return Buffer.from(data[1] ?? '', 'base64');
  }

  /** Numbers of an accessor, `width` of them for each element. */
  #values(index: unknown, width: number): Float64Array {
    const accessor = listOf(this.#json['accessors'])[countOf(index)];
    const view = accessor && listOf(this.#json['bufferViews'])[countOf(accessor['bufferView'])];
    const number = accessor && numbers[Number(accessor['componentType'])];
    if (!accessor || !view || !number || accessor['sparse']) throw new UnreadModel('glTF: accessor');
    if (Object.keys(isJson(view['extensions']) ? view['extensions'] : {}).some((one) => packed.has(one)))
      throw new UnreadModel('glTF: compressed');
    const [bytes, read, whole] = number;
    const by = accessor['normalized'] === true ? whole : 1;
    const stride = countOf(view['byteStride'], bytes * width);
    const start = countOf(view['byteOffset'], 0) + countOf(accessor['byteOffset'], 0);
    const count = countOf(accessor['count']);
    const buffer = this.#buffer(countOf(view['buffer']));
    if (count > 0 && start + stride * (count - 1) + bytes * width > buffer.length)
      throw new UnreadModel('glTF: buffer');
    const out = new Float64Array(count * width);
    for (let at = 0; at < count; at += 1)
      for (let part = 0; part < width; part += 1)
        out[at * width + part] = read(buffer, start + at * stride + part * bytes) / by;
    return out;
  }

  #primitive(primitive: Json, name: string, matrix: Matrix, each: EachTriangle): void {
    const extensions = isJson(primitive['extensions']) ? primitive['extensions'] : {};
    if (Object.keys(extensions).some((one) => packed.has(one))) throw new UnreadModel('glTF: compressed');
    const mode = primitive['mode'] ?? 4;
    // Lines and points carry nothing that stands.
    if (mode !== 4 && mode !== 5 && mode !== 6) return;
    const { POSITION } = isJson(primitive['attributes']) ? primitive['attributes'] : {};
    const places = this.#values(POSITION, 3);
    const order = primitive['indices'] === undefined ? null : this.#values(primitive['indices'], 1);
    const corners = order?.length ?? places.length / 3;
    const spot = (at: number): Vector => {
      const from = 3 * (order ? (order[at] as number) : at);
      if (!(from + 2 < places.length)) throw new UnreadModel('glTF: indices');
      return [places[from] as number, places[from + 1] as number, places[from + 2] as number];
    };
    const step = mode === 4 ? 3 : 1;
    for (let at = 0; at + 2 < corners; at += step) {
      if ((this.#triangles += 1) > trianglesMost) throw new UnreadModel('glTF: triangles');
      each(name, matrix, spot(mode === 6 ? 0 : at), spot(at + 1), spot(at + 2));
    }
  }

  #node(index: unknown, outer: { name: string; matrix: Matrix; depth: number }, each: EachTriangle): void {
    const node = listOf(this.#json['nodes'])[countOf(index)];
    if (!node || outer.depth > depthMost) throw new UnreadModel('glTF: nodes');
    const name = nameIn(node) || outer.name;
    const matrix = times(outer.matrix, ownMatrix(node));
    if (isJson(node['extensions']) && 'EXT_mesh_gpu_instancing' in node['extensions'])
      throw new UnreadModel('glTF: instances');
    if (node['mesh'] !== undefined) {
      const mesh = listOf(this.#json['meshes'])[countOf(node['mesh'])];
      if (!mesh) throw new UnreadModel('glTF: mesh');
      for (const one of listOf(mesh['primitives'])) this.#primitive(one, name || nameIn(mesh), matrix, each);
    }
    const children = Array.isArray(node['children']) ? (node['children'] as unknown[]) : [];
    for (const child of children) this.#node(child, { name, matrix, depth: outer.depth + 1 }, each);
  }

  each(each: EachTriangle): void {
    const scenes = listOf(this.#json['scenes']);
    const scene = scenes[countOf(this.#json['scene'], 0)];
    const roots = scene && Array.isArray(scene['nodes']) ? (scene['nodes'] as unknown[]) : [];
    for (const root of roots) this.#node(root, { name: '', matrix: identity, depth: 0 }, each);
  }
}

const numbersOf = (value: unknown, otherwise: readonly number[]): readonly number[] =>
  Array.isArray(value) && value.length === otherwise.length && value.every(Number.isFinite)
    ? (value as number[])
    : otherwise;

const ownMatrix = ({ matrix, translation, rotation, scale }: Json): Matrix => {
  if (isMatrix(matrix)) return matrix;
  return composed(
    numbersOf(translation, [0, 0, 0]) as Vector,
    numbersOf(rotation, [0, 0, 0, 1]) as readonly [number, number, number, number],
    numbersOf(scale, [1, 1, 1]) as Vector,
  );
};

const jsonIn = (bytes: Buffer): Json => {
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    if (isJson(json)) return json;
  } catch {
    // Named below.
  }
  throw new UnreadModel('glTF');
};

/** Triangles of a binary glTF 2. @throws UnreadModel for what is compressed, broken or too much */
export function eachTriangle(bytes: Buffer, each: EachTriangle): void {
  const known =
    bytes.length >= 20 && bytes.readUInt32LE(4) === 2 && bytes.toString('latin1', 16, 20) === 'JSON';
  const end = known ? 20 + bytes.readUInt32LE(12) : 0;
  if (!known || end > bytes.length) throw new UnreadModel('glTF');
  const json = jsonIn(bytes.subarray(20, end));
  const body =
    end + 8 <= bytes.length ? bytes.subarray(end + 8, end + 8 + bytes.readUInt32LE(end)) : Buffer.alloc(0);
  // The axis up is set by old programs in place of turning the model.
  if (isJson(json['asset']) && 'gltfUpAxis' in json['asset']) throw new UnreadModel('gltfUpAxis');
  new Model(json, body).each(each);
}
