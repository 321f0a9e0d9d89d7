import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Rest after which memory is given back, ms. */
const restFor = 5_000;
/** A process that holds less than this of objects and of what hangs on them, bytes, keeps what it has. */
const keptBytes = 96 * 1024 * 1024;

const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

/** The bodies of uploads lie beside the heap, and are free only once the small objects that name them are collected. */
const heldNow = (): number => {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
};

/**
 * Gives memory back when a process rests: the engine collects only while something is made, so that what one large plan took
 * would stay until the next one comes.
 * @returns to be called after each answer
 */
export function createGiveBack(held: () => number = heldNow, collect: () => void = collector()): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (held() > keptBytes) collect();
    }, restFor);
    timer.unref();
  };
}
