/** Writes small ONNX models: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3 */

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const byte = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? byte | 0x80 : byte);
  } while (rest > 0n);
  return bytes;
};
const whole = (field: number, value: number): Buffer => Buffer.from([...varint(field * 8), ...varint(value)]);
const message = (field: number, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(body.length)]), body]);
};

const types = { float: 1, int64: 7 } as const;
const attributeTypes = { int: 2, tensor: 4, graph: 5, ints: 7 } as const;

/** A tensor of its dims; without `values` it says that it has them, and has none. */
export const tensor = (
  name: string,
  dims: readonly number[],
  values: readonly number[] = [],
  type: keyof typeof types = 'float',
): Buffer => {
  const raw = Buffer.alloc(values.length * (type === 'float' ? 4 : 8));
  for (const [index, value] of values.entries())
    if (type === 'float') raw.writeFloatLE(value, index * 4);
    else raw.writeBigInt64LE(BigInt(value), index * 8);
  return Buffer.concat([
    ...dims.map((dim) => whole(1, dim)),
    whole(2, types[type]),
    message(8, name),
    message(9, raw),
  ]);
};

type Attribute = number | readonly number[] | { tensor: Buffer } | { graph: Buffer };
const attribute = (name: string, value: Attribute): Buffer => {
  if (typeof value === 'number')
    return message(5, message(1, name), whole(3, value), whole(20, attributeTypes.int));
  if ('tensor' in value)
    return message(5, message(1, name), message(5, value.tensor), whole(20, attributeTypes.tensor));
  if ('graph' in value)
    return message(5, message(1, name), message(6, value.graph), whole(20, attributeTypes.graph));
  return message(5, message(1, name), ...value.map((one) => whole(8, one)), whole(20, attributeTypes.ints));
};

interface OnnxNode {
  op: string;
  in: readonly string[];
  out: readonly string[];
  attributes?: Readonly<Record<string, Attribute>>;
  domain?: string;
}
const node = ({ op, in: inputs, out, attributes = {}, domain }: OnnxNode): Buffer =>
  message(
    1,
    ...inputs.map((name) => message(1, name)),
    ...out.map((name) => message(2, name)),
    message(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    ...(domain === undefined ? [] : [message(7, domain)]),
  );

const elementTypes = { float: 1, int64: 7, bool: 9 } as const;
interface OnnxValue {
  name: string;
  dims: readonly number[];
  type?: keyof typeof elementTypes;
}
const value = (field: number, { name, dims, type = 'float' }: OnnxValue): Buffer =>
  message(
    field,
    message(1, name),
    message(
      2,
      message(1, whole(1, elementTypes[type]), message(2, ...dims.map((dim) => message(1, whole(1, dim))))),
    ),
  );

interface OnnxGraph {
  nodes: readonly OnnxNode[];
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
  weights?: readonly Buffer[];
}
/** A graph, as it stands in a model or in an attribute. */
const onnxGraph = ({ nodes, inputs, outputs, weights = [] }: OnnxGraph): Buffer =>
  Buffer.concat([
    ...nodes.map(node),
    message(2, 'graph'),
    ...weights.map((one) => message(5, one)),
    ...inputs.map((one) => value(11, one)),
    ...outputs.map((one) => value(12, one)),
  ]);

/** A whole model of operations of set 17. */
export const buildOnnx = (graph: OnnxGraph): Buffer =>
  Buffer.concat([whole(1, 8), message(7, onnxGraph(graph)), message(8, message(1, ''), whole(2, 17))]);

/** Cells of a side of the model for hot places, and pixels of a cell. */
const [cells, cell] = [8, 8];

/**
 * A model of the family `yolov8` for 64 × 64 pixels and one class: of each cell it says how much more red than green it is,
 * with a box of that cell.
 */
export function buildHotModel(): Buffer {
  const count = cells * cells;
  const each = (valueOf: (index: number) => number): number[] =>
    Array.from({ length: count }, (_, index) => valueOf(index));
  const boxes = [
    ...each((index) => ((index % cells) + 0.5) * cell),
    ...each((index) => (Math.floor(index / cells) + 0.5) * cell),
    ...each(() => cell),
    ...each(() => cell),
  ];
  return buildOnnx({
    inputs: [{ name: 'images', dims: [1, 3, cells * cell, cells * cell] }],
    outputs: [{ name: 'output0', dims: [1, 5, count] }],
    weights: [
      tensor('redness', [1, 3, 1, 1], [1, -1, 0]),
      tensor('boxes', [1, 4, count], boxes),
      tensor('flat', [3], [1, 1, count], 'int64'),
    ],
    nodes: [
      {
        op: 'AveragePool',
        in: ['images'],
        out: ['pooled'],
        attributes: { kernel_shape: [cell, cell], strides: [cell, cell] },
      },
      { op: 'Conv', in: ['pooled', 'redness'], out: ['hot'] },
      { op: 'Relu', in: ['hot'], out: ['scores'] },
      { op: 'Reshape', in: ['scores', 'flat'], out: ['row'] },
      { op: 'Concat', in: ['boxes', 'row'], out: ['output0'], attributes: { axis: 1 } },
    ],
  });
}

/** A model that asks for so many numbers while it runs, and says nothing of it before. */
export const buildGreedyModel = (numbers: number): Buffer =>
  buildOnnx({
    inputs: [{ name: 'images', dims: [1, 3, 64, 64] }],
    outputs: [{ name: 'output0', dims: [numbers] }],
    weights: [tensor('first', [1], [0], 'int64')],
    nodes: [
      // Of the picture's own number, so that nothing is worked out while it is loaded.
      { op: 'ReduceMax', in: ['images'], out: ['most'], attributes: { keepdims: 0 } },
      { op: 'Cast', in: ['most'], out: ['whole'], attributes: { to: elementTypes.int64 } },
      { op: 'Unsqueeze', in: ['whole', 'first'], out: ['one'] },
      {
        op: 'Constant',
        in: [],
        out: ['many'],
        attributes: { value: { tensor: tensor('', [1], [numbers], 'int64') } },
      },
      { op: 'Add', in: ['one', 'many'], out: ['shape'] },
      { op: 'ConstantOfShape', in: ['shape'], out: ['output0'] },
    ],
  });

/** A model that goes round and round, so often that nobody waits for its end. */
export function buildEndlessModel(): Buffer {
  const body = onnxGraph({
    inputs: [
      { name: 'turn', dims: [], type: 'int64' },
      { name: 'goOn', dims: [], type: 'bool' },
      { name: 'before', dims: [1, 3, 64, 64] },
    ],
    outputs: [
      { name: 'again', dims: [], type: 'bool' },
      { name: 'after', dims: [1, 3, 64, 64] },
    ],
    nodes: [
      { op: 'Identity', in: ['goOn'], out: ['again'] },
      { op: 'Sin', in: ['before'], out: ['after'] },
    ],
  });
  return buildOnnx({
    inputs: [{ name: 'images', dims: [1, 3, 64, 64] }],
    outputs: [{ name: 'output0', dims: [1, 3, 64, 64] }],
    weights: [tensor('turns', [], [2 ** 52], 'int64')],
    nodes: [
      { op: 'Loop', in: ['turns', '', 'images'], out: ['output0'], attributes: { body: { graph: body } } },
    ],
  });
}
