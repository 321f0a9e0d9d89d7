import { composed, identity, isMatrix, times, type Matrix, type Vector } from './frame.ts';
import { UnreadModel } from './unread.ts';
import { noUnpackers, type Unpackers } from './unpack.ts';

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

const wordOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new UnreadModel('glTF');
  return value;
};

const extensionsOf = ({ extensions }: Json): Json => (isJson(extensions) ? extensions : {});

/** A model with the buffers that lie beside it. */
export interface ModelFile {
  json: Json;
  /** By their number; a model of one file has its own as the first. */
  buffers: readonly (Buffer | undefined)[];
}

/** Places of a part, three numbers each, and in which order they are corners. */
interface Mesh {
  mode: 4 | 5 | 6;
  places: ArrayLike<number>;
  order: ArrayLike<number> | null;
}

class Model {
  readonly #json: Json;
  readonly #beside: ModelFile['buffers'];
  readonly #unpackers: Unpackers;
  #count = 0;

  constructor({ json, buffers }: ModelFile, unpackers: Unpackers) {
    this.#json = json;
    this.#beside = buffers;
    this.#unpackers = unpackers;
  }

  #buffer(at: number): Buffer {
    const { uri } = listOf(this.#json['buffers'])[at] ?? {};
    const data = typeof uri === 'string' ? /^data:[^,]{0,100};base64,(.*)$/s.exec(uri) : null;
    const bytes = data ? Buffer.from(data[1] ?? '', 'base64') : this.#beside[at];
    if (!bytes) throw new UnreadModel('glTF: buffer');
    return bytes;
  }

  /** The part of a buffer that a view names. */
  #part(view: Json): Buffer {
    const [start, length] = [countOf(view['byteOffset'], 0), countOf(view['byteLength'])];
    const buffer = this.#buffer(countOf(view['buffer']));
    if (start + length > buffer.length) throw new UnreadModel('glTF: buffer');
    return buffer.subarray(start, start + length);
  }

  /** The bytes of a view, unpacked where they are packed. */
  #view(view: Json): Buffer {
    const own = extensionsOf(view);
    const packed = own['EXT_meshopt_compression'] ?? own['KHR_meshopt_compression'];
    if (packed === undefined) return this.#part(view);
    if (!isJson(packed)) throw new UnreadModel('meshopt');
    return this.#unpackers.meshopt(this.#part(packed), {
      count: countOf(packed['count']),
      stride: countOf(packed['byteStride']),
      mode: wordOf(packed['mode']),
      filter: wordOf(packed['filter'] ?? 'NONE'),
    });
  }

  /** Numbers of an accessor, `width` of them for each element. */
  #values(index: unknown, width: number): Float64Array {
    const accessor = listOf(this.#json['accessors'])[countOf(index)];
    const view = accessor && listOf(this.#json['bufferViews'])[countOf(accessor['bufferView'])];
    const number = accessor && numbers[Number(accessor['componentType'])];
    if (!accessor || !view || !number || accessor['sparse']) throw new UnreadModel('glTF: accessor');
    const [bytes, read, whole] = number;
    const by = accessor['normalized'] === true ? whole : 1;
    const stride = countOf(view['byteStride'], bytes * width);
    const start = countOf(accessor['byteOffset'], 0);
    const count = countOf(accessor['count']);
    const buffer = this.#view(view);
    if (count > 0 && start + stride * (count - 1) + bytes * width > buffer.length)
      throw new UnreadModel('glTF: buffer');
    const out = new Float64Array(count * width);
    for (let at = 0; at < count; at += 1)
      for (let part = 0; part < width; part += 1)
        out[at * width + part] = read(buffer, start + at * stride + part * bytes) / by;
    return out;
  }

  /** Places and their order of a part that Draco packed; they are triangles one by one, whatever they were. */
  #dracoMesh(primitive: Json, packed: Json): Mesh {
    const { POSITION: id } = isJson(packed['attributes']) ? packed['attributes'] : {};
    const { POSITION } = isJson(primitive['attributes']) ? primitive['attributes'] : {};
    const accessor = listOf(this.#json['accessors'])[countOf(POSITION)];
    const view = listOf(this.#json['bufferViews'])[countOf(packed['bufferView'])];
    // Whole numbers stand for shares there, and whether they were divided before they were packed is not said.
    if (accessor?.['componentType'] !== 5126 || !view) throw new UnreadModel('Draco: places');
    return { mode: 4, ...this.#unpackers.draco(this.#part(view), countOf(id)) };
  }

  #mesh(primitive: Json): Mesh | null {
    const mode = primitive['mode'] ?? 4;
    // Lines and points carry nothing that stands.
    if (mode !== 4 && mode !== 5 && mode !== 6) return null;
    const packed = extensionsOf(primitive)['KHR_draco_mesh_compression'];
    if (packed !== undefined) {
      if (!isJson(packed)) throw new UnreadModel('Draco');
      return this.#dracoMesh(primitive, packed);
    }
    const { POSITION } = isJson(primitive['attributes']) ? primitive['attributes'] : {};
    const order = primitive['indices'] === undefined ? null : this.#values(primitive['indices'], 1);
    return { mode, places: this.#values(POSITION, 3), order };
  }

  #triangles({ mode, places, order }: Mesh, name: string, matrix: Matrix, each: EachTriangle): void {
    const corners = order?.length ?? places.length / 3;
    const spot = (at: number): Vector => {
      const from = 3 * (order ? (order[at] as number) : at);
      if (!(from + 2 < places.length)) throw new UnreadModel('glTF: indices');
      return [places[from] as number, places[from + 1] as number, places[from + 2] as number];
    };
    const step = mode === 4 ? 3 : 1;
    for (let at = 0; at + 2 < corners; at += step) {
      if ((this.#count += 1) > trianglesMost) throw new UnreadModel('glTF: triangles');
      each(name, matrix, spot(mode === 6 ? 0 : at), spot(at + 1), spot(at + 2));
    }
  }

  /** How often the mesh of a node stands, and how: once, or as its instances say. */
  #instances(node: Json): Matrix[] {
    const instancing = extensionsOf(node)['EXT_mesh_gpu_instancing'];
    if (instancing === undefined) return [identity];
    const attributes = isJson(instancing) && isJson(instancing['attributes']) ? instancing['attributes'] : {};
    const read = (name: string, usual: readonly number[]): ((at: number) => readonly number[]) => {
      const found = attributes[name];
      if (found === undefined) return () => usual;
      const values = this.#values(found, usual.length);
      counts.push(values.length / usual.length);
      return (at) => [...values.subarray(at * usual.length, (at + 1) * usual.length)];
    };
    const counts: number[] = [];
    const [place, turn, scale] = [
      read('TRANSLATION', [0, 0, 0]),
      read('ROTATION', [0, 0, 0, 1]),
      read('SCALE', [1, 1, 1]),
    ];
    const count = Math.min(...counts);
    if (!(count <= trianglesMost)) throw new UnreadModel('glTF: instances');
    return Array.from({ length: count }, (_, at) =>
      composed(place(at) as Vector, turn(at) as Parameters<typeof composed>[1], scale(at) as Vector),
    );
  }

  #node(index: unknown, outer: { name: string; matrix: Matrix; depth: number }, each: EachTriangle): void {
    const node = listOf(this.#json['nodes'])[countOf(index)];
    if (!node || outer.depth > depthMost) throw new UnreadModel('glTF: nodes');
    const name = nameIn(node) || outer.name;
    const matrix = times(outer.matrix, ownMatrix(node));
    if (node['mesh'] !== undefined) {
      const mesh = listOf(this.#json['meshes'])[countOf(node['mesh'])];
      if (!mesh) throw new UnreadModel('glTF: mesh');
      const all = this.#instances(node).map((own) => times(matrix, own));
      for (const one of listOf(mesh['primitives'])) {
        const part = this.#mesh(one);
        for (const own of part ? all : []) this.#triangles(part as Mesh, name || nameIn(mesh), own, each);
      }
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

const jsonOf = (bytes: Buffer): Json => {
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    if (isJson(json)) return json;
  } catch {
    // Named below.
  }
  throw new UnreadModel('glTF');
};

/** What a model may need of its reader without its triangles being elsewhere, or what is read of it here. */
const harmless =
  /^(?:KHR_(?:materials_|texture_|lights_|techniques_|mesh_quantization$|draco_mesh_|meshopt_)|EXT_(?:texture_|meshopt_|mesh_gpu_instancing$|mesh_features$|instance_features$|structural_metadata$|feature_metadata$)|CESIUM_primitive_outline$|MSFT_texture_)/;

/** @throws UnreadModel for a model that needs of its reader what this one has not */
const requireKnown = ({ asset, extensionsRequired }: Json): void => {
  // The axis up is set by old programs in place of turning the model.
  if (isJson(asset) && 'gltfUpAxis' in asset) throw new UnreadModel('gltfUpAxis');
  for (const one of Array.isArray(extensionsRequired) ? (extensionsRequired as unknown[]) : [])
    if (!harmless.test(String(one))) throw new UnreadModel(`glTF: ${String(one).slice(0, 60)}`);
};

/** A binary glTF 2. @throws UnreadModel for what is broken */
function binaryModel(bytes: Buffer): ModelFile {
  const known =
    bytes.length >= 20 && bytes.readUInt32LE(4) === 2 && bytes.toString('latin1', 16, 20) === 'JSON';
  const end = known ? 20 + bytes.readUInt32LE(12) : 0;
  if (!known || end > bytes.length) throw new UnreadModel('glTF');
  const body =
    end + 8 <= bytes.length ? bytes.subarray(end + 8, end + 8 + bytes.readUInt32LE(end)) : Buffer.alloc(0);
  return { json: jsonOf(bytes.subarray(20, end)), buffers: [body] };
}

/** Triangles of a glTF 2, in one file or with its buffers beside it. @throws UnreadModel for what is packed otherwise, broken or too much */
export function eachTriangle(
  file: Buffer | ModelFile,
  each: EachTriangle,
  unpackers: Unpackers = noUnpackers,
): void {
  const model = Buffer.isBuffer(file) ? binaryModel(file) : file;
  requireKnown(model.json);
  new Model(model, unpackers).each(each);
}
