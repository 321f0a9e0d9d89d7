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

/** Pixels of a side of a cell of the model for hot places. */
const cell = 8;
/** How sure the hot model of the family `yolov5` is that there is anything at all. */
export const hotObjectness = 0.8;

interface HotModel {
  family?: 'yolov8' | 'yolov5' | 'nms' | 'ssd';
  /** Cells in a row, and in a column. */
  across?: number;
  down?: number;
  /** Number of its class, where the family says it. */
  first?: number;
  /** Convolutions that it works through besides, which change nothing of what it says. */
  layers?: number;
}

/** What turns the row of scores into what a family says. */
interface FamilyPart {
  /** The shape of the row. */
  flat: number[];
  weights: Buffer[];
  nodes: OnnxNode[];
  outputs: OnnxValue[];
}

const out = (name: string, ...dims: number[]): OnnxValue => ({ name, dims });
const identity = (name: string): OnnxNode => ({ op: 'Identity', in: [`${name}_kept`], out: [name] });
const joined = (axis: number, ...parts: string[]): OnnxNode => {
  return { op: 'Concat', in: parts, out: ['output0'], attributes: { axis } };
};

const familyParts = ({
  across,
  down,
  first,
}: Required<Pick<HotModel, 'across' | 'down' | 'first'>>): Record<
  NonNullable<HotModel['family']>,
  FamilyPart
> => {
  const count = across * down;
  const places = Array.from({ length: count }, (_, index) => {
    const [left, top] = [(index % across) * cell, Math.floor(index / across) * cell];
    return { left, top, right: left + cell, bottom: top + cell };
  });
  const centred = places.map(({ left, top }) => [left + cell / 2, top + cell / 2, cell, cell]);
  const same = (number: number): number[] => places.map(() => number);
  const rows = (name: string, numbers: readonly number[][]): Buffer =>
    tensor(name, [1, count, numbers[0]?.length ?? 0], numbers.flat());
  return {
    yolov8: {
      flat: [1, 1, count],
      weights: [
        tensor(
          'boxes',
          [1, 4, count],
          [0, 1, 2, 3].flatMap((row) => centred.map((one) => one[row] ?? 0)),
        ),
      ],
      nodes: [joined(1, 'boxes', 'row')],
      outputs: [out('output0', 1, 5, count)],
    },
    yolov5: {
      flat: [1, count, 1],
      weights: [
        rows(
          'boxes',
          centred.map((one) => [...one, hotObjectness]),
        ),
      ],
      nodes: [joined(2, 'boxes', 'row')],
      outputs: [out('output0', 1, count, 6)],
    },
    nms: {
      flat: [1, count, 1],
      weights: [
        rows(
          'boxes',
          places.map(({ left, top, right, bottom }) => [left, top, right, bottom]),
        ),
        tensor('class', [1, count, 1], same(first)),
      ],
      nodes: [joined(2, 'boxes', 'row', 'class')],
      outputs: [out('output0', 1, count, 6)],
    },
    ssd: {
      flat: [1, count],
      weights: [
        rows(
          'detection_boxes_kept',
          places.map(({ left, top, right, bottom }) => [
            top / (down * cell),
            left / (across * cell),
            bottom / (down * cell),
            right / (across * cell),
          ]),
        ),
        tensor('detection_classes_kept', [1, count], same(first)),
      ],
      nodes: [
        identity('detection_boxes'),
        identity('detection_classes'),
        { op: 'Identity', in: ['row'], out: ['detection_scores'] },
      ],
      outputs: [
        out('detection_boxes', 1, count, 4),
        out('detection_classes', 1, count),
        out('detection_scores', 1, count),
      ],
    },
  };
};

/** Channels of the convolutions that are there for their work alone. */
const channels = 32;
const weightsOf = (name: string, to: number, from: number, side: number, weight: (at: number) => number) =>
  tensor(
    name,
    [to, from, side, side],
    Array.from({ length: to * from * side * side }, (_, at) => weight(at)),
  );

/** Convolutions over the cells, the last of which makes nothing of it all: what a model of today works through. */
const workParts = (layers: number): { weights: Buffer[]; nodes: OnnxNode[] } => {
  if (layers === 0) return { weights: [], nodes: [{ op: 'Identity', in: ['hot'], out: ['sum'] }] };
  const spread = (at: number): number => ((at * 37) % 101) / 5_000 - 0.01;
  const names = Array.from({ length: layers }, (_, at) => `work${at}`);
  return {
    weights: [
      weightsOf('stem', channels, 3, cell, spread),
      ...names.map((name) => weightsOf(`${name}_weights`, channels, channels, 3, spread)),
      weightsOf('nothing', 1, channels, 1, () => 0),
    ],
    nodes: [
      {
        op: 'Conv',
        in: ['images', 'stem'],
        out: ['work'],
        attributes: { kernel_shape: [cell, cell], strides: [cell, cell] },
      },
      ...names.flatMap((name, at): OnnxNode[] => [
        {
          op: 'Conv',
          in: [at === 0 ? 'work' : `work${at - 1}`, `${name}_weights`],
          out: [`${name}_sum`],
          attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] },
        },
        { op: 'Relu', in: [`${name}_sum`], out: [name] },
      ]),
      { op: 'Conv', in: [names.at(-1) ?? 'work', 'nothing'], out: ['none'] },
      { op: 'Add', in: ['hot', 'none'], out: ['sum'] },
    ],
  };
};

/**
 * A model of one class that says of each cell of 8 × 8 pixels how much more red than green it is, with a box of that cell, as
 * its family writes it. It takes 64 × 64 pixels unless another size is given.
 */
export function buildHotModel({
  family = 'yolov8',
  across = 8,
  down = 8,
  first = 0,
  layers = 0,
}: HotModel = {}): Buffer {
  const { flat, weights, nodes, outputs } = familyParts({ across, down, first })[family];
  const work = workParts(layers);
  return buildOnnx({
    inputs: [{ name: 'images', dims: [1, 3, down * cell, across * cell] }],
    outputs,
    weights: [
      tensor('redness', [1, 3, 1, 1], [1, -1, 0]),
      tensor('flat', [flat.length], flat, 'int64'),
      ...work.weights,
      ...weights,
    ],
    nodes: [
      {
        op: 'AveragePool',
        in: ['images'],
        out: ['pooled'],
        attributes: { kernel_shape: [cell, cell], strides: [cell, cell] },
      },
      { op: 'Conv', in: ['pooled', 'redness'], out: ['hot'] },
      ...work.nodes,
      { op: 'Relu', in: ['sum'], out: ['scores'] },
      { op: 'Reshape', in: ['scores', 'flat'], out: ['row'] },
      ...nodes,
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
