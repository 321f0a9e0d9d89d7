import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Rest after which memory is given back, ms. */
const restFor = 5_000;
/** A process that holds less than this of objects, bytes, keeps what it has. */
const keptBytes = 96 * 1024 * 1024;

const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

/**
 * Gives memory back when a process rests: the engine collects only while something is made, so that what one large plan took
 * would stay until the next one comes.
 * @returns to be called after each answer
 */
export function createGiveBack(
  held: () => number = () => process.memoryUsage().heapTotal,
  collect: () => void = collector(),
): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (held() > keptBytes) collect();
    }, restFor);
    timer.unref();
  };
}
