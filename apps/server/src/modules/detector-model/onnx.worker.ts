/** Loads models and lets them look at photos, in a thread of the process for it: a loop of it never answers. */
import { readFile, stat } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { limits, type ModelFault } from '@eyrie/domain';
import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { boxesOf, placingOf, type Output } from './boxes.ts';
import { OnnxRefused, readOnnx } from './onnx-file.ts';
import type { ModelAnswer, ModelOrder, ThreadOrder } from './onnx-order.ts';
import { dimsOf, emptyTensor } from './picture-tensor.ts';

const bound = limits.detectorModel;
const pageBytes = 65_536;
const most = (bound.arena * 1_048_576) / pageBytes;

interface MemoryBounds {
  initial: number;
  maximum?: number;
  shared?: boolean;
}
/** Of WebAssembly what is needed here: its types come with those of a browser alone. */
interface Assembly {
  Memory: new (bounds: MemoryBounds) => object;
}
const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;
const Whole = assembly.Memory;
/** The runtime asks for as much as there is: what a model may take is its memory's own end, which no operation passes. */
assembly.Memory = class extends Whole {
  constructor(bounds: MemoryBounds) {
    super({ ...bounds, maximum: Math.min(bounds.maximum ?? most, most) });
  }
};
const runtime = await import('onnxruntime-web/wasm');
runtime.env.wasm.numThreads = 1;
runtime.env.logLevel = 'fatal';

/** How the runtime says that there is no more memory. */
const memoryWords = /bad_alloc|allocat|too large|out of memory|memory access out of bounds|oom|array buffer/i;
const saidMost = 300;
const faultOf = (error: unknown): { fault: ModelFault; detail: string } => {
  if (error instanceof OnnxRefused) return { fault: error.fault, detail: error.detail };
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, saidMost);
  return { fault: memoryWords.test(detail) ? 'tooMuchMemory' : 'broken', detail };
};

let loaded: { hash: string; session: InferenceSession } | null = null;

async function load({ modelHash, modelPath }: ModelOrder): Promise<InferenceSession> {
  if (loaded?.hash === modelHash) return loaded.session;
  await loaded?.session.release();
  loaded = null;
  if ((await stat(modelPath)).size > bound.bytes) throw new OnnxRefused('tooManyWeights');
  const bytes = await readFile(modelPath);
  readOnnx(bytes);
  const session = await runtime.InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    // It keeps what it asked for once, which is the largest sum of all models.
    enableCpuMemArena: false,
  });
  loaded = { hash: modelHash, session };
  return session;
}

const outputOf = (name: string, { dims, data }: Tensor): Output => ({
  name,
  dims,
  data:
    data instanceof BigInt64Array || data instanceof BigUint64Array
      ? Float64Array.from(data, Number)
      : (data as ArrayLike<number>),
});

/** What it takes must be one picture of the size that its manifest names. */
function requireInput(session: InferenceSession, order: ModelOrder): string {
  const [input] = session.inputMetadata;
  const wanted = dimsOf(order.manifest);
  if (!input?.isTensor || input.type !== 'float32')
    throw new OnnxRefused('wrongInput', input?.isTensor ? input.type : '');
  const fits =
    input.shape.length === wanted.length &&
    input.shape.every((dim, index) => typeof dim !== 'number' || dim < 1 || dim === wanted[index]);
  if (!fits) throw new OnnxRefused('wrongInput', `[${input.shape.join(', ')}], [${wanted.join(', ')}]`);
  return input.name;
}

async function look(order: ThreadOrder): Promise<ModelAnswer> {
  const { manifest, photo } = order;
  const session = await load(order);
  const name = requireInput(session, order);
  const { width, height } = manifest.input;
  const { tensor, placing } = photo ?? {
    tensor: emptyTensor(manifest),
    placing: placingOf(manifest, { width, height }),
  };
  const begun = performance.now();
  const answer = await session.run({ [name]: new runtime.Tensor('float32', tensor, dimsOf(manifest)) });
  const took = Math.round(performance.now() - begun);
  const outputs = session.outputNames.flatMap((output) => {
    const one = answer[output];
    return one ? [outputOf(output, one)] : [];
  });
  const boxes = boxesOf(outputs, manifest, placing);
  return { fault: null, detail: '', boxes, picture: photo ? placing.picture : null, took };
}

parentPort?.on('message', (order: ThreadOrder) => {
  look(order)
    .catch((error: unknown): ModelAnswer => {
      return { ...faultOf(error), boxes: [], picture: null, took: 0 };
    })
    .then((answer) => parentPort?.postMessage(answer))
    .catch(() => process.exit(1));
});
