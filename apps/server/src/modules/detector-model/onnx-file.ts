import { open } from 'node:fs/promises';
import { limits, type ModelFault } from '@eyrie/domain';

/** What a file says of itself, read before it is given to the runtime. */
interface OnnxFacts {
  nodes: number;
  /** Numbers of all weights together. */
  weights: number;
  inputs: readonly string[];
}

/** A file is not loaded. */
export class OnnxRefused extends Error {
  readonly fault: ModelFault;
  readonly detail: string;
  constructor(fault: ModelFault, detail = '') {
    super(`${fault} ${detail}`);
    this.name = 'OnnxRefused';
    this.fault = fault;
    this.detail = detail;
  }
}

const bound = limits.detectorModel;
const wire = { varint: 0, eight: 1, bytes: 2, four: 5 } as const;
/** Bytes of the longest varint. */
const varintMost = 10;

interface Field {
  number: number;
  value: number;
  /** Null: `value` is a number. */
  bytes: Uint8Array | null;
}

const varintAt = (bytes: Uint8Array, from: number): { value: number; next: number } => {
  let value = 0;
  for (let index = 0; index < varintMost; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) break;
    // Powers, as bits of numbers end at 32; what is larger than 2^53 is only compared with a bound.
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: from + index + 1 };
  }
  throw new OnnxRefused('notModel');
};

/** Fields of one message, without a copy. @throws OnnxRefused where it is none */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  while (at < bytes.length) {
    const key = varintAt(bytes, at);
    const [number, kind] = [Math.floor(key.value / 8), key.value % 8];
    at = key.next;
    if (number === 0) throw new OnnxRefused('notModel');
    if (kind === wire.varint) {
      const { value, next } = varintAt(bytes, at);
      at = next;
      yield { number, value, bytes: null };
    } else {
      const length = kind === wire.bytes ? varintAt(bytes, at) : null;
      const size = length?.value ?? (kind === wire.eight ? 8 : kind === wire.four ? 4 : Number.NaN);
      const from = length?.next ?? at;
      if (!(from + size <= bytes.length)) throw new OnnxRefused('notModel');
      at = from + size;
      yield { number, value: 0, bytes: bytes.subarray(from, at) };
    }
  }
}

const textOf = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('utf8');

/** Sets of operations that the runtime brings with it. */
const domains: ReadonlySet<string> = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft']);

/** Where the fields stand that are looked at, by the message: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3 */
const at = {
  model: { graph: 7, functions: 25 },
  graph: { node: 1, initializer: 5, input: 11, sparse: 15 },
  input: { name: 1 },
  node: { attribute: 5, domain: 7 },
  attribute: { tensor: 5, graph: 6, tensors: 10, graphs: 11 },
  tensor: { dims: 1, name: 8, external: 13, location: 14 },
} as const;

class Reader {
  nodes = 0;
  weights = 0;
  readonly #bytes: number;
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** A weight that says it has more numbers than the file has bits, or lies in another file, is refused unread. */
  tensor(bytes: Uint8Array): void {
    const dims: number[] = [];
    for (const field of fieldsOf(bytes)) {
      if (field.number === at.tensor.external || (field.number === at.tensor.location && field.value !== 0))
        throw new OnnxRefused('outsideFile');
      if (field.number !== at.tensor.dims) continue;
      if (field.bytes === null) dims.push(field.value);
      else
        for (let from = 0; from < field.bytes.length;) {
          const { value, next } = varintAt(field.bytes, from);
          dims.push(value);
          from = next;
        }
    }
    const numbers = dims.reduce((product, dim) => product * dim, 1);
    this.weights += numbers;
    if (!(this.weights <= Math.min(bound.weightsMost, this.#bytes * 8)))
      throw new OnnxRefused('tooManyWeights', `${this.weights}`);
  }

  node(bytes: Uint8Array, depth: number): void {
    this.nodes += 1;
    if (this.nodes > bound.nodesMost) throw new OnnxRefused('tooManyNodes', `> ${bound.nodesMost}`);
    for (const { number, bytes: inner } of fieldsOf(bytes)) {
      if (!inner) continue;
      if (number === at.node.domain && !domains.has(textOf(inner)))
        throw new OnnxRefused('unknownDomain', textOf(inner).slice(0, bound.nameMax));
      if (number === at.node.attribute) this.attribute(inner, depth);
    }
  }

  attribute(bytes: Uint8Array, depth: number): void {
    for (const { number, bytes: inner } of fieldsOf(bytes)) {
      if (!inner) continue;
      if (number === at.attribute.tensor || number === at.attribute.tensors) this.tensor(inner);
      if (number === at.attribute.graph || number === at.attribute.graphs) this.graph(inner, depth + 1);
    }
  }

  /** @returns names of what is put in, weights left out */
  graph(bytes: Uint8Array, depth = 0): string[] {
    if (depth > bound.depthMost) throw new OnnxRefused('tooManyNodes', `> ${bound.depthMost} graphs`);
    const inputs: string[] = [];
    const weights = new Set<string>();
    for (const { number, bytes: inner } of fieldsOf(bytes)) {
      if (!inner) continue;
      if (number === at.graph.node) this.node(inner, depth);
      if (number === at.graph.sparse) throw new OnnxRefused('unknownDomain', 'sparse');
      if (number === at.graph.initializer) {
        this.tensor(inner);
        weights.add(nameOf(inner, at.tensor.name));
      }
      if (number === at.graph.input) inputs.push(nameOf(inner, at.input.name));
    }
    return inputs.filter((name) => !weights.has(name));
  }
}

const nameOf = (bytes: Uint8Array, number: number): string => {
  for (const field of fieldsOf(bytes)) if (field.number === number) return textOf(field.bytes);
  return '';
};

/**
 * Reads how large a model is and what it needs, without loading it.
 * @throws OnnxRefused where it is no model, or would take more than it may
 */
export function readOnnx(bytes: Uint8Array): OnnxFacts {
  const reader = new Reader(bytes.length);
  let inputs: string[] | null = null;
  for (const { number, bytes: inner } of fieldsOf(bytes)) {
    // Operations of a model's own stand in domains that the runtime does not bring either.
    if (number === at.model.functions) throw new OnnxRefused('unknownDomain', 'functions');
    if (number !== at.model.graph) continue;
    // A second graph would be merged with the first by other readers.
    if (!inner || inputs) throw new OnnxRefused('notModel');
    inputs = reader.graph(inner);
  }
  if (!inputs || reader.nodes === 0) throw new OnnxRefused('notModel');
  const [input, ...more] = inputs;
  if (input === undefined || more.length > 0)
    throw new OnnxRefused('wrongInput', inputs.join(', ').slice(0, 200));
  return { nodes: reader.nodes, weights: reader.weights, inputs };
}

/** Bytes of the head of a field: its number and its length. */
const headBytes = 2 * varintMost;
/** Fields of a model beside its graph: versions, names, properties. */
const outerMost = 2_000;

/** Whether a file is built as a model is at its outermost, of which only the heads of its fields are read. */
export async function isBuiltAsOnnx(path: string, size: number): Promise<boolean> {
  const file = await open(path);
  try {
    let [place, graphs] = [0, 0];
    for (let count = 0; place < size; count += 1) {
      if (count >= outerMost) return false;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, place);
      const head = buffer.subarray(0, bytesRead);
      const key = varintAt(head, 0);
      const [number, kind] = [Math.floor(key.value / 8), key.value % 8];
      if (number === 0 || (kind !== wire.varint && kind !== wire.bytes)) return false;
      const { value, next } = varintAt(head, key.next);
      if (number === at.model.graph) graphs += 1;
      place += next + (kind === wire.bytes ? value : 0);
    }
    return place === size && graphs === 1;
  } catch (error) {
    if (error instanceof OnnxRefused) return false;
    throw error;
  } finally {
    await file.close();
  }
}
