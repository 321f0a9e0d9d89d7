import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../../platform/http/refusal.ts';
import { tileJson } from './tile-json.ts';

/** A file beside a model. */
interface BesideFile {
  name: string;
  size: number;
  read: () => Promise<Buffer>;
}

/** The file of a link. @throws Refusal layerTileset where there is none beside or below */
export type FindBeside = (link: unknown) => BesideFile;

interface Span {
  start: number;
  length: number;
}

/** A file that lies in the model; `head` is how it begins. */
interface Taken extends Span {
  head: string;
}

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every kind of number of a model begins at a multiple of its size. */
const ALIGNED = 8;
const padded = (length: number, to: number): number => Math.ceil(length / to) * to;

/** Pictures by how they begin, in hexadecimal. */
const pictures: readonly (readonly [head: RegExp, type: string])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^ab4b5458203230bb0d0a1a0a/, 'image/ktx2'],
];

/** One model while what it names is taken into it. */
class Packing {
  readonly #name: string;
  readonly #find: FindBeside;
  readonly #placed = new Map<string, Taken>();
  readonly #parts: Buffer[] = [];
  #size = 0;

  constructor(name: string, find: FindBeside) {
    this.#name = name;
    this.#find = find;
  }

  broken(what: string): Refusal {
    return new Refusal('layerTileset', { values: { name: `${this.#name}: ${what}`.slice(0, 120) } });
  }

  #place(bytes: Buffer): Span {
    const span = { start: this.#size, length: bytes.length };
    const end = padded(bytes.length, ALIGNED);
    this.#parts.push(bytes, Buffer.alloc(end - bytes.length));
    this.#size += end;
    this.#requireRoom(0);
    return span;
  }

  #requireRoom(more: number): void {
    const { tilesetFileBytes } = limits.layer;
    if (this.#size + more > tilesetFileBytes) throw this.broken(`> ${tilesetFileBytes / 1_000_000} MB`);
  }

  /** Lays a file behind the others, once however often it is named. */
  async #take(link: unknown): Promise<Taken> {
    const { name, size, read } = this.#find(link);
    const before = this.#placed.get(name);
    if (before) return before;
    this.#requireRoom(size);
    const bytes = await read();
    const taken = { ...this.#place(bytes), head: bytes.toString('hex', 0, 12) };
    this.#placed.set(name, taken);
    return taken;
  }

  async buffer({ uri, byteLength }: Json, at: number): Promise<Span> {
    const plain = typeof uri === 'string' ? /^data:[^,]{0,100};base64,/.exec(uri) : null;
    const { start, length } = plain
      ? this.#place(Buffer.from((uri as string).slice(plain[0].length), 'base64'))
      : await this.#take(uri);
    if (typeof byteLength !== 'number' || !(byteLength >= 1 && byteLength <= length))
      throw this.broken(`buffers[${at}]: ${String(byteLength)} B, ${length} B`);
    return { start, length: byteLength };
  }

  /** Makes what names a part of a buffer name the same part of all of them. */
  moved(view: Json, buffers: readonly Span[], what: string): Json {
    const { buffer, byteOffset = 0, byteLength } = view;
    const span = typeof buffer === 'number' ? buffers[buffer] : undefined;
    if (!span || typeof byteOffset !== 'number' || typeof byteLength !== 'number') throw this.broken(what);
    const within = byteOffset >= 0 && byteLength >= 0 && byteOffset + byteLength <= span.length;
    if (!within) throw this.broken(what);
    return { ...view, buffer: 0, byteOffset: span.start + byteOffset };
  }

  /** The picture as a part of the model. @param views takes the part */
  async image(image: Json, views: Json[]): Promise<Json> {
    const { uri, ...rest } = image;
    if (uri === undefined || (typeof uri === 'string' && uri.startsWith('data:'))) return image;
    const { start, length, head } = await this.#take(uri);
    const type = pictures.find(([known]) => known.test(head))?.[1];
    if (type === undefined) throw this.broken(JSON.stringify(uri));
    views.push({ buffer: 0, byteOffset: start, byteLength: length });
    return { ...rest, bufferView: views.length - 1, mimeType: type };
  }

  /** The whole as one binary file. */
  glb(json: Json): Buffer {
    const own = this.#size === 0 ? {} : { buffers: [{ byteLength: this.#size }] };
    const text = Buffer.from(JSON.stringify({ ...json, ...own }));
    const spaces = Buffer.alloc(padded(text.length, 4) - text.length, 0x20);
    const head = Buffer.alloc(20);
    head.write('glTF');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(text.length + spaces.length, 12);
    head.write('JSON', 16);
    const parts: Buffer[] = [head, text, spaces];
    if (this.#size > 0) {
      const chunk = Buffer.alloc(8);
      chunk.writeUInt32LE(this.#size);
      chunk.write('BIN\0', 4);
      parts.push(chunk, ...this.#parts);
    }
    head.writeUInt32LE(
      parts.reduce((sum, { length }) => sum + length, 0),
      8,
    );
    return Buffer.concat(parts);
  }
}

/** Extensions whose own part of a buffer stands in place of that of the view. */
const ofViews = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/**
 * A model in JSON with the buffers and pictures that it names as one binary file, which fetches nothing.
 * @throws Refusal layerTileset naming the file and what it lacks
 */
export async function packGltf(bytes: Buffer, name: string, find: FindBeside): Promise<Buffer> {
  // Some programs call a binary one so as well.
  if (bytes.toString('latin1', 0, 4) === 'glTF') return bytes;
  const { buffers, ...json } = tileJson(bytes, name);
  const packing = new Packing(name, find);
  const listOf = (what: string, value: unknown): Json[] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw packing.broken(what);
    const list: readonly unknown[] = value;
    if (!list.every(isJson)) throw packing.broken(what);
    return [...list];
  };
  const { asset, bufferViews, images: named } = json;
  const version = isJson(asset) ? String(asset['version']) : '–';
  if (!/^2\.\d/.test(version)) throw packing.broken(`asset.version ${version}`);
  const spans: Span[] = [];
  for (const [at, buffer] of listOf('buffers', buffers).entries())
    spans.push(await packing.buffer(buffer, at));
  const views = listOf('bufferViews', bufferViews).map((view, at): Json => {
    const what = `bufferViews[${at}]`;
    const { extensions } = view;
    const own: Json = isJson(extensions) ? { ...extensions } : {};
    for (const key of ofViews) {
      const part = own[key];
      if (isJson(part)) own[key] = packing.moved(part, spans, what);
    }
    return { ...packing.moved(view, spans, what), ...(isJson(extensions) ? { extensions: own } : {}) };
  });
  const images: Json[] = [];
  for (const image of listOf('images', named)) images.push(await packing.image(image, views));
  return packing.glb({
    ...json,
    ...(views.length > 0 ? { bufferViews: views } : {}),
    ...(images.length > 0 ? { images } : {}),
  });
}
